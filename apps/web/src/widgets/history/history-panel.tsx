import { type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { formatClock } from '@natim/domain/format'
import { type ReactNode, useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { frameFromSeries } from '@/widgets/chart/frame.ts'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { ChartOutline } from './chart-outline.tsx'
import styles from './history.module.css'
import { historyCsv } from './history-csv.ts'
import { aggregateText } from './history-text.ts'
import { RangeControls } from './range-controls.tsx'
import { SeriesStats } from './series-stats.tsx'
import { TouchZoom } from './touch-zoom.tsx'
import { type HistoryView, useHistoryView } from './use-history-view.ts'
import { useRangeText } from './use-range-text.ts'
import { ZoomTrail } from './zoom-trail.tsx'

const CHART_HEIGHT = 360

export interface HistoryPanelProps {
  readonly title: ReactNode
  readonly channelNos: readonly number[]
  /** Name of the exported file, without extension. */
  readonly fileName: string
}

const metaOf = ([first]: readonly TsSeries[], range: string): string =>
  [first?.unit, first && aggregateText(first), range].filter(Boolean).join(' · ')

/** History of channels: range, zoom to finer data, statistics, export (domain §10.6, design 07). */
export function HistoryPanel({ title, channelNos, fileName }: HistoryPanelProps) {
  const view = useHistoryView()
  const isPhone = useIsPhone()
  const rangeInWords = useRangeText(view.range)
  const { fromMs, toMs } = view.range
  const query = { channels: channelNos.join(','), from: fromMs, to: toMs }
  const answer = useLastGood(useEndpoint(timeseriesEndpoints.query, { query }, { enabled: channelNos.length > 0 }))
  const series = answer.data?.series ?? []
  const save = () =>
    saveFile(`${fileName}.csv`, new Blob([historyCsv(series, view.range)], { type: 'text/csv;charset=utf-8' }))
  const controls = <RangeControls view={view} onExport={series.length > 0 ? save : undefined} />
  return (
    <Panel
      title={title}
      meta={metaOf(series, rangeInWords)}
      actions={isPhone ? undefined : controls}
      isReloading={answer.isFetching && answer.data !== undefined}
      error={
        answer.error && {
          message: `加载失败：${answer.error.message}`,
          requestId: answer.error.requestId,
          onRetry: answer.retry,
        }
      }
      dataAsOf={answer.error && answer.data ? formatClock(answer.atMs) : undefined}
    >
      {isPhone && <div className={styles.phoneControls}>{controls}</div>}
      <TouchZoom view={view} />
      <ZoomTrail view={view} />
      {answer.data ? (
        <HistoryChart series={series} view={view} />
      ) : (
        !answer.error && channelNos.length > 0 && <ChartOutline height={CHART_HEIGHT} />
      )}
      {channelNos.length === 0 && <EmptyState title="请选择通道" />}
    </Panel>
  )
}

function HistoryChart({ series, view }: { readonly series: readonly TsSeries[]; readonly view: HistoryView }) {
  const frame = useMemo(() => frameFromSeries(series), [series])
  const { fromMs, toMs } = view.range
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const hasPoints = series.some(({ timesMs }) => timesMs.length > 0)
  return (
    <>
      <div className={styles.chart}>
        <TimeSeriesChart frame={frame} range={range} height={CHART_HEIGHT} onZoom={view.zoom} onBack={view.back} />
        {!hasPoints && (
          <div className={styles.nothing}>
            <EmptyState title="该时段无数据" hint="请换一个时间范围，或检查设备当时是否在线" />
          </div>
        )}
      </div>
      <SeriesStats answer={series} />
    </>
  )
}
