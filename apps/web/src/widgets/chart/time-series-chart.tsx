import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import styles from './chart.module.css'
import { ChartLegend } from './chart-legend.tsx'
import { describeFrame } from './describe-frame.ts'
import type { EChartsType } from './echarts.ts'
import { type ChartFrame, frameRange, type TimeRange } from './frame.ts'
import { NOTES_ID } from './frame-marks.ts'
import { useChartHost } from './use-chart.ts'
import { type Cursor, useCursor } from './use-cursor.ts'
import { useDrawing } from './use-drawing.ts'
import { type Gesture, usePending, useZoom } from './use-zoom.ts'

export interface TimeSeriesChartProps {
  readonly frame: ChartFrame
  /** The requested range, which may be wider than the data; shown by the axis. */
  readonly range?: TimeRange
  /** px. */
  readonly height?: number
  /** The user zoomed: load finer data for the range and return it as `range`. */
  readonly onZoom?: (fromMs: number, toMs: number) => void
  /** A double click undoes the last zoom. */
  readonly onBack?: () => void
  /** A range was marked by Shift-drag. */
  readonly onBrush?: (fromMs: number, toMs: number) => void
  /** A balloon was clicked. */
  readonly onNote?: (id: string) => void
  /** Arrow keys move a cursor along the points; keys the chart does not use are passed on, with the cursor position. */
  readonly onKey?: (key: string, cursorMs: number | undefined) => boolean
  /** The crosshair set by keys. Charts that share it show it together. Absent = independent. */
  readonly cursor?: Cursor | undefined
  /** Charts of a group share the crosshair at the pointer. */
  readonly group?: string
  /** Range and callback of the current gesture: charts that share them move together. Absent = independent. */
  readonly gesture?: Gesture | undefined
  readonly hasLegend?: boolean
}

const WITH_CURSOR = '图表：← → 移动光标，Home End 到两端，Shift+← → 平移，+ − 缩放'

/** History of one or several channels: mean lines, bands, gaps, limits, crosshair, zoom (design §8). */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { frame, range, height = 320, onZoom, onBack, onBrush, onNote, onKey, group, hasLegend = true } = props
  const theme = useTheme()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const { setHost, host, chart, widthPx } = useChartHost(group)
  const view = useMemo(() => range ?? frameRange(frame), [range, frame])
  const words = useMemo(() => describeFrame(frame), [frame])
  const own = usePending(view)
  const [pending, setPending] = props.gesture ?? own
  const dates = useRef<HTMLDivElement>(null)
  const isMovable = onZoom !== undefined
  const cursor = useCursor({ chart, frame, view, shared: props.cursor })
  const shown = { chart, frame, theme, range: pending ?? view, widthPx, hidden, isMovable, dates }
  const drawn = useDrawing({ ...shown, onDrawn: cursor.show })
  const zoom = useZoom({ host, chart, drawn, view, pending, onPending: setPending, onZoom, onBack, onBrush })
  const { selection, handleKey } = zoom
  useNoteClicks(chart, onNote)

  const handleToggle = (channelNo: number) =>
    setHidden((current) => {
      const next = new Set(current)
      if (!next.delete(channelNo)) next.add(channelNo)
      return next
    })

  return (
    <div className={styles.frame}>
      {hasLegend && <ChartLegend frame={frame} tokens={theme.tokens} hidden={hidden} onToggle={handleToggle} />}
      <figure className={styles.plot} aria-label={words}>
        <div
          ref={setHost}
          className={styles.host}
          style={{ height }}
          data-zoomable={onZoom ? true : undefined}
          onPointerMove={cursor.release}
        />
        {isMovable && <div ref={dates} className={styles.dates} hidden aria-hidden />}
        {selection && (
          <span className={styles.selection} style={{ insetInlineStart: selection.leftPx, width: selection.widthPx }} />
        )}
        {onZoom && (
          <button
            type="button"
            className={styles.keys}
            aria-label={onKey ? WITH_CURSOR : '缩放图表：按 + − 缩放，按 ← → 移动'}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return
              const isTaken = onKey
                ? onKey(event.key, cursor.cursorMs) || (!event.shiftKey && cursor.handleKey(event.key))
                : false
              if (isTaken || handleKey(event.key)) event.preventDefault()
            }}
          />
        )}
      </figure>
    </div>
  )
}

function useNoteClicks(chart: EChartsType | undefined, onNote: ((id: string) => void) | undefined): void {
  const handleClick = useEffectEvent((params: { readonly seriesId?: string; readonly name?: string }) => {
    if (params.seriesId === NOTES_ID && params.name) onNote?.(params.name)
  })
  useEffect(() => {
    if (chart === undefined) return
    const listener = (params: { readonly seriesId?: string; readonly name?: string }) => handleClick(params)
    chart.on('click', listener)
    return () => {
      if (!chart.isDisposed()) chart.off('click', listener)
    }
  }, [chart])
}
