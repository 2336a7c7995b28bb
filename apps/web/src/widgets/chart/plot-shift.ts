import type { ThemeTokens } from '@/theme/token-types.ts'
import { captionStyle } from './chart-option.ts'
import type { EChartsType } from './echarts.ts'
import type { TimeRange } from './frame.ts'
import { tickLabel, ticksThatFit } from './time-ticks.ts'

/** Canvas layers of a movable chart: static, moving with the time axis, and following the pointer. */
export const DATA_LAYER = 1
export const POINTER_LAYER = 2
/** Height of the date labels below the plot, px. */
export const TIME_AXIS_PX = 26
/** Margin between axis and dates, px: value labels reach this far below it. */
const DATES_MARGIN_PX = 7

/** Position of the plot in its canvas, px. */
export interface PlotSpan {
  readonly leftPx: number
  readonly rightPx: number
}

export interface Shift {
  readonly scale: number
  readonly offsetPx: number
  /** Visible part of the drawn canvas after the move, px of the canvas. */
  readonly fromPx: number
  readonly toPx: number
}

/** Translation and scale that map a canvas drawn for one range to another. */
export function shiftOf(drawn: TimeRange, shown: TimeRange, { leftPx, rightPx }: PlotSpan): Shift {
  const width = rightPx - leftPx
  const shownMs = shown.toMs - shown.fromMs
  const scale = (drawn.toMs - drawn.fromMs) / shownMs
  const offsetPx = leftPx - scale * leftPx + ((drawn.fromMs - shown.fromMs) / shownMs) * width
  return {
    scale,
    offsetPx,
    fromPx: Math.min(rightPx, Math.max(leftPx, (leftPx - offsetPx) / scale)),
    toPx: Math.max(leftPx, Math.min(rightPx, (rightPx - offsetPx) / scale)),
  }
}

/** The instant of the shown range at the position drawn for `drawnMs`. */
export function shiftedInstant(drawnMs: number, drawn: TimeRange, shown: TimeRange): number {
  const share = (drawnMs - drawn.fromMs) / (drawn.toMs - drawn.fromMs)
  return shown.fromMs + share * (shown.toMs - shown.fromMs)
}

/** The axis value at the height of the time axis. */
export interface Floor {
  readonly yAxisIndex: number
  readonly value: number
}

export interface Moved {
  readonly chart: EChartsType
  readonly drawn: TimeRange
  readonly shown: TimeRange
  /** Height of the time axis. */
  readonly floor: Floor
  readonly tokens: ThemeTokens
  /** px of the chart; undefined while outside. */
  readonly pointer: { readonly x: number; readonly y: number } | undefined
}

/**
 * Transforms the drawn canvas to another range, with new dates below. The compositor does this cheaply, unlike
 * redrawing tens of thousands of points for each wheel event.
 */
export function movePlot({ chart, drawn, shown, floor, tokens, pointer }: Moved, dates: HTMLElement): void {
  const canvas = dataCanvas(chart)
  const px = (tsMs: number) => Number(chart.convertToPixel({ xAxisIndex: 0 }, tsMs))
  const plot = { leftPx: px(drawn.fromMs), rightPx: px(drawn.toMs) }
  if (!(plot.rightPx > plot.leftPx)) return
  if (canvas) moveCanvas(canvas, shiftOf(drawn, shown, plot))
  // Updates the tooltip under a resting pointer, or hides a stale one without affecting linked charts.
  if (pointer) chart.dispatchAction({ type: 'showTip', ...pointer })
  else chart.dispatchAction({ type: 'hideTip', escapeConnect: true })
  const { color, fontFamily, fontSize } = captionStyle(tokens)
  dates.replaceChildren(...dateLabels(shown, plot, chart.getWidth()))
  const top = Number(chart.convertToPixel({ yAxisIndex: floor.yAxisIndex }, floor.value)) + DATES_MARGIN_PX
  Object.assign(dates.style, { color, fontFamily, fontSize: `${fontSize}px`, insetBlockStart: `${top}px` })
  dates.hidden = false
}

/** Removes the transform: the canvas is drawn for the shown range. */
export function settlePlot(chart: EChartsType, dates: HTMLElement | null): void {
  const canvas = dataCanvas(chart)
  if (canvas) {
    canvas.style.transform = canvas.style.clipPath = canvas.style.pointerEvents = ''
    delete canvas.dataset.moved
  }
  if (dates) dates.hidden = true
}

const dataCanvas = (chart: EChartsType) =>
  chart.getDom().querySelector<HTMLCanvasElement>(`canvas[data-zr-dom-id^="zr_${DATA_LAYER}."]`)

function moveCanvas(canvas: HTMLCanvasElement, { scale, offsetPx, fromPx, toPx }: Shift): void {
  canvas.style.transformOrigin = '0 0'
  canvas.style.transform = `translateX(${offsetPx}px) scaleX(${scale})`
  canvas.style.clipPath = `inset(0 ${Math.max(0, canvas.clientWidth - toPx)}px 0 ${fromPx}px)`
  // Pointer positions would be in px of the stretched canvas.
  canvas.style.pointerEvents = 'none'
  canvas.dataset.moved = ''
}

const LOOK_MS = 50
/** After this, a chart that is still being moved is taken as it is. */
const LONGEST_MS = 3_000

/** Resolves when no chart below an element is transformed any more. */
export async function whenStill(element: HTMLElement): Promise<void> {
  for (let waited = 0; element.querySelector('canvas[data-moved]') && waited < LONGEST_MS; waited += LOOK_MS)
    await new Promise((resolve) => window.setTimeout(resolve, LOOK_MS))
}

/** The date labels that {@link file://./time-series-option.ts} will draw. */
function dateLabels(shown: TimeRange, { leftPx, rightPx }: PlotSpan, widthPx: number): HTMLElement[] {
  const spanMs = shown.toMs - shown.fromMs
  return ticksThatFit(shown, widthPx).map((tsMs) => {
    const label = document.createElement('span')
    label.textContent = tickLabel(tsMs, spanMs)
    label.style.insetInlineStart = `${leftPx + ((tsMs - shown.fromMs) / spanMs) * (rightPx - leftPx)}px`
    return label
  })
}
