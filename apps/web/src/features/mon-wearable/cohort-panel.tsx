import type { CallResult } from '@natim/contract/endpoint'
import { wearableEndpoints } from '@natim/contract/mon/wearable'
import { countText } from '@natim/domain/subject-counts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import styles from './cohort.module.css'

const MEASURES = [
  { value: 'fever' as const, label: '发热占比' },
  { value: 'hrZ' as const, label: '心率偏离' },
  { value: 'rrZ' as const, label: '呼吸偏离' },
]
type Measure = (typeof MEASURES)[number]['value']

type Cohort = CallResult<typeof wearableEndpoints.cohort>

/** Units by day: fever, and the deviation of pulse and respiration from each wearer's baseline. */
export function CohortPanel() {
  const { data, error, isFetching, refetch } = useEndpoint(wearableEndpoints.cohort, { query: { days: 14 } })
  const [measure, setMeasure] = useState<Measure>('fever')
  const retry = () => void refetch()
  return (
    <Panel
      title="单位 × 日"
      meta="发热 = 核心体温 ≥ 37.3 ℃ 持续 2 小时；偏离 = 当日均值与本人 14 天基线之差（标准差）"
      isFlush
      isReloading={isFetching && data !== undefined}
      actions={<Segmented size="small" aria-label="指标" value={measure} options={MEASURES} onChange={setMeasure} />}
      {...(error && data && { error: { message: error.message, onRetry: retry } })}
    >
      {data === undefined ? (
        error ? (
          <ErrorState message={error.message} onRetry={retry} />
        ) : (
          <TableSkeleton rows={8} columns={8} />
        )
      ) : data.units.length === 0 ? (
        <EmptyState title="14 天内没有佩戴者" />
      ) : (
        <Grid cohort={data} measure={measure} />
      )}
    </Panel>
  )
}

function Grid({ cohort, measure }: { readonly cohort: Cohort; readonly measure: Measure }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">单位</th>
            {cohort.days.map((day) => (
              <th key={day} scope="col">
                {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohort.units.map(({ unit, cells }) => (
            <tr key={unit}>
              <th scope="row">{unit}</th>
              {cells.map((cell, index) => {
                const { text, tone } = shown(cell, measure)
                return (
                  <td key={cohort.days[index]} data-tone={tone} title={titleOf(cell)}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {measure === 'fever' && (
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              {cohort.total.map((total, index) => (
                <td key={cohort.days[index]} title={totalTitle(total)}>
                  {total.share === null ? countText(total.fever) : percent(total.share)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      <p className={styles.note}>
        人数少于 5 显示 &lt;5；可由合计推出的数另行隐藏（—）。合计悬停可见分母与 Wilson 95 % 区间。
      </p>
    </div>
  )
}

type Cell = Cohort['units'][number]['cells'][number]

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function shown(cell: Cell, measure: Measure): { readonly text: string; readonly tone?: number } {
  const { wearers, fever } = cell
  if (measure !== 'fever') {
    const z = cell[measure]
    return z === null
      ? { text: '—' }
      : { text: `${z > 0 ? '+' : ''}${z.toFixed(1)}`, tone: toneOf(Math.abs(z), [0.5, 1, 2]) }
  }
  if (wearers === 0) return { text: '' }
  if (typeof wearers !== 'number' || typeof fever !== 'number') return { text: countText(fever) }
  return { text: percent(fever / wearers), tone: toneOf(fever / wearers, [0.02, 0.05, 0.1]) }
}

const toneOf = (value: number, steps: readonly number[]) => steps.filter((step) => value >= step).length

const titleOf = ({ wearers, fever }: Cell) => `佩戴 ${countText(wearers)} 人，发热 ${countText(fever)} 人`

const totalTitle = ({ wearers, fever, low, high }: Cohort['total'][number]) =>
  `${countText(fever)} / ${countText(wearers)} 人${low === null || high === null ? '' : `，95 % 区间 ${percent(low)} – ${percent(high)}`}`
