import { formatClock } from '@natim/domain/format'
import { saveFile } from '@/lib/save-file.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import type { ChartFrame } from '@/widgets/chart/frame.ts'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { historyCsv } from '@/widgets/history/history-csv.ts'
import { rangeText } from '@/widgets/history/history-text.ts'
import { RangeControls } from '@/widgets/history/range-controls.tsx'
import { TouchZoom } from '@/widgets/history/touch-zoom.tsx'
import { ZoomTrail } from '@/widgets/history/zoom-trail.tsx'
import { COMPARISON_NAMES } from './compared-frame.ts'
import { Figures } from './figures.tsx'
import { findingOf } from './finding.ts'
import styles from './history-page.module.css'
import { LevelSelect } from './level-select.tsx'
import { RangeSteps } from './range-steps.tsx'
import type { History } from './use-history.ts'

const CHART_HEIGHT = 360

interface HistoryBoardProps {
  readonly history: History
  readonly frame: ChartFrame
}

/** Range and level, the finding, the curves, and their figures (design 23). */
export function HistoryBoard({ history, frame }: HistoryBoardProps) {
  const { answer, series, view, state, earlier } = history
  const isAsking = state.channels.length > 0
  const save = () =>
    saveFile('历史数据.csv', new Blob([historyCsv(series, view.range)], { type: 'text/csv;charset=utf-8' }))
  return (
    <Panel
      isFlush
      className={styles.board}
      isReloading={isAsking && answer.isFetching && answer.data !== undefined}
      error={
        isAsking && answer.error
          ? { message: `加载失败：${answer.error.message}`, requestId: answer.error.requestId, onRetry: answer.retry }
          : undefined
      }
      dataAsOf={isAsking && answer.error && answer.data ? formatClock(answer.atMs) : undefined}
    >
      <div className={styles.bar}>
        <RangeControls view={view} onExport={series.length > 0 ? save : undefined} />
        <RangeSteps view={view} />
        <LevelSelect value={state.level} series={series} onChange={(level) => history.change({ level })} />
      </div>
      <div className={styles.body}>
        <p className={styles.finding}>{series.length > 0 && findingOf(series, earlier)}</p>
        {earlier && <EarlierNote earlier={earlier} />}
        <TouchZoom view={view} />
        <ZoomTrail view={view} />
        {!isAsking ? (
          <EmptyState title="请选择通道" hint="从区域树、最近看过的或搜索中选择，最多 20 个" />
        ) : answer.data ? (
          <Curves history={history} frame={frame} />
        ) : (
          !answer.error && (
            <>
              <ChartOutline height={CHART_HEIGHT} />
              <TableSkeleton rows={4} columns={6} />
            </>
          )
        )}
      </div>
      {series.length > 0 && <Figures history={history} />}
    </Panel>
  )
}

function Curves({ history, frame }: HistoryBoardProps) {
  const { view, series } = history
  const hasPoints = series.some(({ timesMs }) => timesMs.length > 0)
  return (
    <div className={styles.chart}>
      <TimeSeriesChart frame={frame} range={view.range} height={CHART_HEIGHT} onZoom={view.zoom} onBack={view.back} />
      {!hasPoints && (
        <div className={styles.nothing}>
          <EmptyState title="该时段无数据" hint="请换一个时间范围，或检查设备当时是否在线" />
        </div>
      )}
    </div>
  )
}

/** Which stretch the dashed lines are of, or why there are none. */
function EarlierNote({ earlier }: { readonly earlier: NonNullable<History['earlier']> }) {
  const name = COMPARISON_NAMES[earlier.comparison]
  if (earlier.range === undefined) return <p className={styles.note}>{name}没有对应的日期</p>
  if (earlier.error !== undefined) return <p className={styles.note}>{`${name}加载失败：${earlier.error}`}</p>
  return <p className={styles.note}>{`虚线为${name}：${rangeText(earlier.range)}`}</p>
}
