import type { TsSeries } from '@natim/contract/mon/timeseries'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { type ChartFrame, limitsOfFirst, type TimeRange } from '@/widgets/chart/frame.ts'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { useSharedCursor } from '@/widgets/chart/use-cursor.ts'
import { usePending } from '@/widgets/chart/use-zoom.ts'
import { panBy } from '@/widgets/chart/zoom.ts'
import { BrushBar } from './brush-bar.tsx'
import { channelLabel } from './channel-label.ts'
import styles from './history-page.module.css'
import { NearestData } from './nearest-data.tsx'
import type { NoteDraft } from './notes/note-dialog.tsx'
import type { History } from './use-history.ts'
import type { Marks } from './use-marks.ts'

export const CHART_HEIGHT = 360
/** Height of one of several stacked charts, px. */
const SPLIT_HEIGHT = 220
/** The rain pane with its spacing, px. */
const RAIN_HEIGHT = 80
/** Charts in this group share their crosshair. */
const GROUP = 'history'

interface CurvesProps {
  readonly history: History
  readonly frame: ChartFrame
  readonly marks: Marks
  readonly onDraft: (draft: NoteDraft) => void
}

/** The curves in one chart, or one chart per device with a shared crosshair. */

export function Curves({ history, frame, marks, onDraft }: CurvesProps) {
  const { view, series, state } = history
  const [brushed, setBrushed] = useState<TimeRange>()
  const gesture = usePending(view.range)
  const cursor = useSharedCursor()
  const mayNote = useCan('mon:ts:note')
  const hasPoints = series.some(({ timesMs }) => timesMs.length > 0)
  const charts = useMemo(
    () => partsOf({ ...frame, marked: brushed }, series, state.split),
    [frame, brushed, series, state.split],
  )
  const close = useCallback(() => setBrushed(undefined), [])

  function handleKey(key: string, cursorMs: number | undefined): boolean {
    if (key === '[' || key === ']') {
      view.chooseCustom(panBy(view.range, key === '[' ? -1 : 1))
      return true
    }
    if (key.toLowerCase() === 't') {
      history.change({ tab: 'table' })
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
          channels={series.map((item) => ({ channelNo: item.channelNo, name: channelLabel(item) }))}
          onNote={() => onDraft({ range: brushed })}
          onZoom={() => {
            view.zoom(brushed.fromMs, brushed.toMs)
            close()
          }}
          onClose={close}
        />
      )}
      <div className={styles.chart}>
        {charts.map(({ name, frame: part }) => (
          <section key={name} aria-label={name || undefined}>
            {name !== '' && <h3 className="t-caption">{name}</h3>}
            <TimeSeriesChart
              frame={part}
              range={view.range}
              height={(name === '' ? CHART_HEIGHT : SPLIT_HEIGHT) + (hasRain(part) ? RAIN_HEIGHT : 0)}
              {...(name !== '' && { group: GROUP, gesture, cursor })}
              onZoom={view.zoom}
              onBack={view.back}
              onBrush={(fromMs, toMs) => setBrushed({ fromMs, toMs })}
              onNote={openNote}
              onKey={handleKey}
            />
          </section>
        ))}
        {!hasPoints && (
          <div className={styles.nothing}>
            <NearestData history={history} />
          </div>
        )}
      </div>
    </>
  )
}

const hasRain = ({ series }: ChartFrame) => series.some(({ isBars }) => isBars)

/** The whole frame, or one part per device: its lines, earlier lines, alarms, gaps and notes. */
function partsOf(
  frame: ChartFrame,
  answer: readonly TsSeries[],
  isSplit: boolean,
): readonly { readonly name: string; readonly frame: ChartFrame }[] {
  const devices = [...new Set(answer.map(({ deviceName }) => deviceName))]
  if (!isSplit || devices.length < 2) return [{ name: '', frame }]
  return devices.map((name) => {
    const own = answer.filter(({ deviceName }) => deviceName === name)
    const numbers = new Set(own.map(({ channelNo }) => channelNo))
    return {
      name,
      frame: {
        ...frame,
        series: frame.series.filter(({ channelNo, earlierOf }) => numbers.has(earlierOf ?? channelNo)),
        gaps: own.flatMap(({ gaps }) => gaps).toSorted((a, b) => a.fromMs - b.fromMs),
        limits: limitsOfFirst(own),
        limitChangesMs: own[0]?.limitChangesMs ?? [],
        bands: (frame.bands ?? []).filter(({ channelNo }) => channelNo === undefined || numbers.has(channelNo)),
        notes: (frame.notes ?? []).filter(({ channelNo }) => numbers.has(channelNo)),
      },
    }
  })
}
