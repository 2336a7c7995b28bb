import { formatClock } from '@natim/domain/format'
import { useCallback, useState } from 'react'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import type { ChartFrame, TimeRange } from '@/widgets/chart/frame.ts'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { panBy } from '@/widgets/chart/zoom.ts'
import { rangeText } from '@/widgets/history/history-text.ts'
import { RangeControls } from '@/widgets/history/range-controls.tsx'
import { TouchZoom } from '@/widgets/history/touch-zoom.tsx'
import { ZoomTrail } from '@/widgets/history/zoom-trail.tsx'
import { BrushBar } from './brush-bar.tsx'
import { COMPARISON_NAMES } from './compared-frame.ts'
import { Figures } from './figures.tsx'
import { findingOf } from './finding.ts'
import styles from './history-page.module.css'
import { NearestData } from './nearest-data.tsx'
import { NoteDialog, type NoteDraft } from './notes/note-dialog.tsx'
import type { Marks } from './use-marks.ts'
import { LevelSelect } from './level-select.tsx'
import { RangeSteps } from './range-steps.tsx'
import type { History } from './use-history.ts'

const CHART_HEIGHT = 360
/** The rain's pane and the air above it. */
const RAIN_HEIGHT = 80

interface HistoryBoardProps {
  readonly history: History
  readonly frame: ChartFrame
  readonly marks: Marks
}

/** Range and level, the finding, the curves, and their figures (design 23). */
export function HistoryBoard({ history, frame, marks }: HistoryBoardProps) {
  const { answer, series, view, state, earlier } = history
  const [draft, setDraft] = useState<NoteDraft>()
  const isAsking = state.channels.length > 0
  return (
    <Panel
      isFlush
      isReloading={isAsking && answer.isFetching && answer.data !== undefined}
      error={
        isAsking && answer.error
          ? { message: `加载失败：${answer.error.message}`, requestId: answer.error.requestId, onRetry: answer.retry }
          : undefined
      }
      dataAsOf={isAsking && answer.error && answer.data ? formatClock(answer.atMs) : undefined}
    >
      <div className={styles.bar}>
        <RangeControls view={view} onExport={null} />
        <RangeSteps view={view} />
        <LevelSelect value={state.level} series={series} onChange={(level) => history.change({ level })} />
      </div>
      <div className={styles.body}>
        <p className={styles.finding}>{series.length > 0 && findingOf(series, earlier, marks.exceedances)}</p>
        {earlier && <EarlierNote earlier={earlier} />}
        {marks.missing && <p className={styles.note}>{`${marks.missing}加载失败，曲线不受影响`}</p>}
        <TouchZoom view={view} />
        <ZoomTrail view={view} />
        {!isAsking ? (
          <EmptyState title="请选择通道" hint="从区域树、最近看过的或搜索中选择，最多 20 个" />
        ) : answer.data ? (
          <Curves history={history} frame={frame} marks={marks} onDraft={setDraft} />
        ) : (
          !answer.error && (
            <>
              <ChartOutline height={CHART_HEIGHT} />
              <TableSkeleton rows={4} columns={6} />
            </>
          )
        )}
      </div>
      {series.length > 0 && <Figures history={history} marks={marks} onEdit={(note) => setDraft({ note })} />}
      {draft && (
        <NoteDialog
          draft={draft}
          series={series}
          onSaved={() => void marks.reloadNotes()}
          onClose={() => setDraft(undefined)}
        />
      )}
    </Panel>
  )
}

type CurvesProps = HistoryBoardProps & { readonly onDraft: (draft: NoteDraft) => void }

function Curves({ history, frame, marks, onDraft }: CurvesProps) {
  const { view, series, state, answer } = history
  const [brushed, setBrushed] = useState<TimeRange>()
  const mayNote = useCan('mon:ts:note')
  const hasPoints = series.some(({ timesMs }) => timesMs.length > 0)
  const hasRain = frame.series.some(({ isBars }) => isBars)
  const close = useCallback(() => setBrushed(undefined), [])

  function handleKey(key: string, cursorMs: number | undefined): boolean {
    if (key === '[' || key === ']') {
      view.chooseCustom(panBy(view.range, key === '[' ? -1 : 1))
      return true
    }
    if (key.toLowerCase() !== 'n' || !mayNote || cursorMs === undefined) return false
    onDraft({ range: { fromMs: cursorMs, toMs: cursorMs } })
    return true
  }

  function openNote(id: string): void {
    const note = marks.notes.find((found) => found.id === id)
    if (note?.isOwn && mayNote) onDraft({ note })
    else history.change({ tab: 'notes' })
  }

  return (
    <>
      {brushed && (
        <BrushBar
          range={brushed}
          channelNos={state.channels}
          onNote={() => onDraft({ range: brushed })}
          onZoom={() => {
            view.zoom(brushed.fromMs, brushed.toMs)
            close()
          }}
          onChanged={answer.retry}
          onClose={close}
        />
      )}
      <div className={styles.chart}>
        <TimeSeriesChart
          frame={frame}
          range={view.range}
          height={CHART_HEIGHT + (hasRain ? RAIN_HEIGHT : 0)}
          onZoom={view.zoom}
          onBack={view.back}
          onBrush={(fromMs, toMs) => setBrushed({ fromMs, toMs })}
          onNote={openNote}
          onKey={handleKey}
        />
        {!hasPoints && (
          <div className={styles.nothing}>
            <NearestData history={history} />
          </div>
        )}
      </div>
    </>
  )
}

/** Which stretch the dashed lines are of, or why there are none. */
function EarlierNote({ earlier }: { readonly earlier: NonNullable<History['earlier']> }) {
  const name = COMPARISON_NAMES[earlier.comparison]
  if (earlier.range === undefined) return <p className={styles.note}>{name}没有对应的日期</p>
  if (earlier.error !== undefined) return <p className={styles.note}>{`${name}加载失败：${earlier.error}`}</p>
  return <p className={styles.note}>{`虚线为${name}：${rangeText(earlier.range)}`}</p>
}
