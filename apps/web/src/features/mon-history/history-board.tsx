import { formatClock } from '@natim/domain/format'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import type { ChartFrame } from '@/widgets/chart/frame.ts'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { rangeText } from '@/widgets/history/history-text.ts'
import { RangeControls } from '@/widgets/history/range-controls.tsx'
import { TouchZoom } from '@/widgets/history/touch-zoom.tsx'
import { ZoomTrail } from '@/widgets/history/zoom-trail.tsx'
import { COMPARISON_NAMES } from './compared-frame.ts'
import { CHART_HEIGHT, Curves } from './curves.tsx'
import { Figures } from './figures.tsx'
import { findingOf } from './finding.ts'
import styles from './history-page.module.css'
import { LevelSelect } from './level-select.tsx'
import { NoteDialog, type NoteDraft } from './notes/note-dialog.tsx'
import { RangeSteps } from './range-steps.tsx'
import type { History } from './use-history.ts'
import type { Marks } from './use-marks.ts'

interface HistoryBoardProps {
  readonly history: History
  readonly frame: ChartFrame
  readonly marks: Marks
}

/** Range and level, the finding, the charts, and their figures (design 23). */
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
        {new Set(series.map(({ deviceName }) => deviceName)).size > 1 && (
          <Checkbox checked={state.split} onChange={({ target }) => history.change({ split: target.checked })}>
            按设备分图
          </Checkbox>
        )}
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

/** Range of the dashed lines, or why there are none. */
function EarlierNote({ earlier }: { readonly earlier: NonNullable<History['earlier']> }) {
  const name = COMPARISON_NAMES[earlier.comparison]
  if (earlier.range === undefined) return <p className={styles.note}>{name}没有对应的日期</p>
  if (earlier.error !== undefined) return <p className={styles.note}>{`${name}加载失败：${earlier.error}`}</p>
  return <p className={styles.note}>{`虚线为${name}：${rangeText(earlier.range)}`}</p>
}
