import { EmptyState } from '@/ui/empty-state.tsx'
import chartStyles from '../chart/chart.module.css'
import type { ChartOption } from '../chart/chart-option.ts'
import { useChartHost, useChartOption } from '../chart/use-chart.ts'
import { type ChartTable, describeTable } from './chart-table.ts'

export interface ChartBoxProps {
  /** Title of the chart: `各区报警数`. */
  readonly title: string
  /** px; the width follows the container. */
  readonly height?: number
}

interface ChartFrameProps extends ChartBoxProps {
  readonly option: ChartOption
  readonly table: ChartTable
  /** Colour and name of each series; empty for a single one. */
  readonly legend: readonly { readonly name: string; readonly colour: string }[]
}

/** A chart that fills its container, with a legend above and its data as a table for screen readers. */
export function ChartFrame({ title, height = 220, option, table, legend }: ChartFrameProps) {
  const { setHost, chart } = useChartHost()
  useChartOption(chart, option)
  if (table.categories.length === 0) return <EmptyState />
  return (
    <figure className={chartStyles.plot} aria-label={describeTable(title, table)}>
      {legend.length > 1 && (
        <div className={chartStyles.legend} aria-hidden>
          {legend.map(({ name, colour }) => (
            <span key={name} className={chartStyles.legendItem}>
              <i className={chartStyles.box} style={{ background: colour }} />
              {name}
            </span>
          ))}
        </div>
      )}
      <div ref={setHost} className={chartStyles.host} style={{ height }} />
      <TableText title={title} table={table} />
    </figure>
  )
}

function TableText({ title, table: { categories, series } }: { title: string; table: ChartTable }) {
  return (
    <table className="visually-hidden">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">项</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((category, row) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{values[row] ?? '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
