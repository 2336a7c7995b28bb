import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatNumber, formatShare, formatSigned, NO_VALUE } from '@natim/domain/format'
import { meanName } from '@natim/domain/mean-window'
import { useMemo } from 'react'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { COMPARISON_NAMES } from './compared-frame.ts'
import { changeOf } from './finding.ts'
import styles from './history-page.module.css'
import type { Earlier } from './use-history.ts'
import type { Marks } from './use-marks.ts'

/** Table width at a 1024 px window. */
const MIN_WIDTH = 972

interface FigureTableProps {
  readonly series: readonly TsSeries[]
  readonly earlier: Earlier | undefined
  readonly marks: Pick<Marks, 'exceedances' | 'uncounted'>
}

/** Statistics of the range, one row per channel. */
export function FigureTable({ series, earlier, marks }: FigureTableProps) {
  const columns = useMemo(() => [...columnsOf(earlier), exceededColumn(marks)], [earlier, marks])
  return (
    <DataTable label="统计" density="compact" columns={columns} rows={series} rowKey={rowKey} minWidth={MIN_WIDTH} />
  )
}

const rowKey = ({ channelNo }: TsSeries) => String(channelNo)

function columnsOf(earlier: Earlier | undefined): DataColumn<TsSeries>[] {
  const figure = (key: 'avg' | 'min' | 'max' | 'p95' | 'sd', title: string): DataColumn<TsSeries> => ({
    key,
    title,
    align: 'end',
    width: 72,
    render: ({ stats, precision }) => {
      const value = stats[key]
      // A small standard deviation would otherwise round to nothing.
      return value === null ? NO_VALUE : formatNumber(value, key === 'sd' ? precision + 1 : precision)
    },
  })
  return [
    {
      key: 'name',
      title: '通道',
      width: 200,
      fixed: 'start',
      isEllipsis: true,
      render: (row) => <Name series={row} />,
    },
    { key: 'n', title: '样本', align: 'end', width: 88, render: ({ stats }) => formatNumber(stats.n) },
    { key: 'valid', title: '有效', align: 'end', width: 88, render: ({ stats }) => formatNumber(stats.valid) },
    { key: 'share', title: '完整率', align: 'end', width: 76, render: ({ stats }) => formatShare(stats.completeness) },
    figure('avg', '均值'),
    ...(earlier
      ? [
          {
            key: 'change',
            title: `较${COMPARISON_NAMES[earlier.comparison]}`,
            align: 'end' as const,
            width: 100,
            render: (row: TsSeries) => {
              const change = changeOf(row, earlier)
              return change === undefined ? NO_VALUE : formatSigned(change, '', row.precision).trim()
            },
          },
        ]
      : []),
    figure('min', '最小'),
    figure('max', '最大'),
    figure('p95', 'P95'),
    figure('sd', '标准差'),
  ]
}

/** Days or hours above each limit, and the limit; if it changed within the range, both values are shown. */
function exceededColumn({ exceedances, uncounted }: FigureTableProps['marks']): DataColumn<TsSeries> {
  return {
    key: 'exceeded',
    title: '超标',
    width: 160,
    align: 'end',
    render: ({ channelNo, unit, precision, limits }) => {
      const own = exceedances.filter((row) => row.channelNo === channelNo)
      if (uncounted.includes(channelNo) && own.length === 0) return '时段过长，未统计'
      if (own.length === 0) return <Untold limits={limits} />
      return own.map((row) => (
        <div key={row.name} title={`${row.judged} 个有效均值中超过 ${row.exceeded} 个`}>
          <b>{`${row.exceeded} ${PERIOD_WORDS[row.avgPeriod]}`}</b>{' '}
          <span className={styles.note}>
            {`${row.name} ${row.values.map((value) => formatNumber(value, precision)).join('→')} ${unit}`}
          </span>
        </div>
      ))
    },
  }
}

/** Why nothing is counted for a channel: it has no limits, or only such as no stored mean can be compared with. */
function Untold({ limits }: Pick<TsSeries, 'limits'>) {
  if (limits.length === 0) return <span title="该时段没有限值">{NO_VALUE}</span>
  // Still loading, or failed.
  if (limits.some(({ avgPeriod }) => avgPeriod in PERIOD_WORDS)) return NO_VALUE
  const figures = [...new Set(limits.map(({ avgPeriod }) => meanName(avgPeriod) || '瞬时值'))].join('、')
  return (
    <div title={`该通道的限值针对${figures}，由报警判定；这里只统计小时均值和日均值`}>
      未统计
      <div className={styles.note}>没有小时、日均限值</div>
    </div>
  )
}

const PERIOD_WORDS = { day: '天', '1h': '小时' } as const

const Name = ({ series }: { readonly series: TsSeries }) => (
  <span title={`${series.deviceName} ${series.name}`}>
    <b>{metricLabel({ formula: null, name: series.name })}</b>{' '}
    <span className={styles.note}>{`${series.unit} · ${series.deviceName}`}</span>
  </span>
)
