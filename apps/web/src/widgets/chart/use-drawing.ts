import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { ChartOption } from './chart-option.ts'
import type { EChartsType } from './echarts.ts'
import type { ChartFrame, TimeRange } from './frame.ts'
import type { DrawingTheme } from './plot-marks.ts'
import { type Floor, type Moved, movePlot, settlePlot, shiftedInstant } from './plot-shift.ts'
import { timeSeriesOption } from './time-series-option.ts'

/** A moved plot is redrawn after resting this long without finer data. */
const REST_MS = 400

interface What {
  readonly chart: EChartsType
  readonly frame: ChartFrame
  readonly theme: DrawingTheme
  readonly widthPx: number
  readonly hidden: ReadonlySet<number>
  readonly isMovable: boolean
}

interface Drawn extends What {
  readonly range: TimeRange
  readonly floor: Floor
}

interface DrawingInput extends Omit<What, 'chart'> {
  readonly chart: EChartsType | undefined
  /** The range of the time axis. */
  readonly range: TimeRange | undefined
  /** Element for the date labels of a moved plot. */
  readonly dates: RefObject<HTMLElement | null>
  /** Called after each drawing, which removed the crosshair. */
  readonly onDrawn: () => void
}

const isSame = (a: What, b: What) =>
  a.chart === b.chart && a.frame === b.frame && a.theme === b.theme && a.widthPx === b.widthPx && a.hidden === b.hidden

/**
 * Draws a frame and redraws it on any change except one: another range of the same data only moves the existing
 * drawing. Finer data then redraws it once.
 *
 * @returns the range that the canvas is drawn for
 */
export function useDrawing({ chart, range, dates, onDrawn, ...given }: DrawingInput): RefObject<Drawn | undefined> {
  const { frame, theme, widthPx, hidden, isMovable } = given
  const drawn = useRef<Drawn>(undefined)
  const shownNow = useRef<TimeRange>(undefined)
  const pointer = usePointer(chart)
  const handleDrawn = useEffectEvent(onDrawn)
  const fromMs = range?.fromMs
  const toMs = range?.toMs
  useEffect(() => {
    if (chart === undefined) return
    const what = { chart, frame, theme, widthPx, hidden, isMovable }
    const shown = fromMs === undefined || toMs === undefined ? { fromMs: 0, toMs: 1 } : { fromMs, toMs }
    shownNow.current = shown
    const shownAt = (drawnMs: number) => shiftedInstant(drawnMs, shown, shownNow.current ?? shown)
    const draw = () => {
      const view = { range: shown, widthPx, hidden, isMovable, shownAt }
      const option = timeSeriesOption(frame, theme, view)
      chart.setOption(option, { notMerge: true })
      settlePlot(chart, dates.current)
      drawn.current = { ...what, range: shown, floor: floorOf(option) }
      handleDrawn()
    }
    const before = drawn.current
    if (!isMovable || !before || !dates.current || !isSame(before, what)) return draw()
    if (before.range.fromMs === shown.fromMs && before.range.toMs === shown.toMs) {
      settlePlot(chart, dates.current)
      return
    }
    movePlot(
      { chart, drawn: before.range, floor: before.floor, shown, tokens: theme.tokens, pointer: pointer.current },
      dates.current,
    )
    const rest = window.setTimeout(draw, REST_MS)
    return () => window.clearTimeout(rest)
  }, [chart, frame, theme, widthPx, hidden, isMovable, fromMs, toMs, dates, pointer])
  return drawn
}

/** The last axis belongs to the lowest pane. */
function floorOf({ yAxis }: ChartOption): Floor {
  const axes = [yAxis].flat()
  return { yAxisIndex: axes.length - 1, value: Number(axes.at(-1)?.min ?? 0) }
}

/** Pointer position over the chart. */
function usePointer(chart: EChartsType | undefined): RefObject<Moved['pointer']> {
  const pointer = useRef<Moved['pointer']>(undefined)
  useEffect(() => {
    if (chart === undefined) return
    pointer.current = undefined
    const zr = chart.getZr()
    zr.on('mousemove', ({ offsetX, offsetY }) => {
      pointer.current = { x: offsetX, y: offsetY }
    })
    zr.on('globalout', () => {
      pointer.current = undefined
    })
  }, [chart])
  return pointer
}
