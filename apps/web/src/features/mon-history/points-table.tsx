import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatNumber } from '@natim/domain/format'
import { qualityNames } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import { Pagination } from 'antd'
import { useMemo, useState } from 'react'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { pointNotes } from '@/widgets/chart/frame.ts'
import styles from './history-page.module.css'
import type { PointRow } from './point-rows.ts'

const PAGE_ROWS = 50
const TIME_WIDTH = 170
const VALUE_WIDTH = 150

interface PointsTableProps {
  readonly series: readonly TsSeries[]
  readonly rows: readonly PointRow[]
}

/** The data of the curves as a table, newest first. */
export function PointsTable({ series, rows }: PointsTableProps) {
  const [page, setPage] = useState(1)
  const noteOf = useMemo(() => series.map(pointNotes), [series])
  const columns = useMemo(
    (): DataColumn<PointRow>[] => [
      { key: 'ts', title: '时间', width: TIME_WIDTH, fixed: 'start', render: ({ tsMs }) => formatGmt8(tsMs) },
      ...series.map(
        (item, place): DataColumn<PointRow> => ({
          key: String(item.channelNo),
          title: `${metricLabel({ formula: null, name: item.name })} ${item.unit}`,
          width: VALUE_WIDTH,
          align: 'end',
          render: ({ tsMs, indexes }) => <Point series={item} index={indexes[place]} note={noteOf[place]?.get(tsMs)} />,
        }),
      ),
    ],
    [series, noteOf],
  )
  // Another range may have fewer pages.
  const current = Math.min(page, Math.max(1, Math.ceil(rows.length / PAGE_ROWS)))
  return (
    <>
      <DataTable
        label="数据表"
        density="compact"
        columns={columns}
        rows={rows.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS)}
        rowKey={rowKey}
        minWidth={TIME_WIDTH + series.length * VALUE_WIDTH}
        empty="该时段无数据"
      />
      <Pagination
        className={styles.pager}
        size="small"
        current={current}
        pageSize={PAGE_ROWS}
        total={rows.length}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </>
  )
}

const rowKey = ({ tsMs }: PointRow) => String(tsMs)

interface PointProps {
  readonly series: TsSeries
  readonly index: number | undefined
  readonly note: string | undefined
}

/** `12.3 ⌈10.1–15.0⌉` with its quality bits and what else must be said in words. */
function Point({ series, index, note }: PointProps) {
  if (index === undefined) return null
  const { avg, min, max, q, precision, agg, stepMs } = series
  const text = (value: number | null | undefined) => (value == null ? '' : formatNumber(value, precision))
  const isMean = agg !== 'raw' || stepMs > 0
  const flags = [...qualityNames(q[index] ?? 0), ...(note ? [note] : [])].join('、')
  return (
    <span title={flags || undefined}>
      {isMean && <span className={styles.spread}>{`${text(min[index])}–${text(max[index])}`}</span>} {text(avg[index])}
      {flags && <span className={styles.flag}>{flags}</span>}
    </span>
  )
}
