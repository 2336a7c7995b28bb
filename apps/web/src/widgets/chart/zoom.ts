import type { TimeRange } from './frame.ts'

/** Minimum zoom span: below it even raw points are minutes apart. */
export const MIN_ZOOM_SPAN_MS = 60_000
/** Maximum: five years, as the history query allows (domain §10.6). */
const MAX_ZOOM_SPAN_MS = 5 * 366 * 86_400_000

const clampSpan = (spanMs: number): number => Math.min(MAX_ZOOM_SPAN_MS, Math.max(MIN_ZOOM_SPAN_MS, spanMs))

const whole = (fromMs: number, spanMs: number): TimeRange => ({
  fromMs: Math.round(fromMs),
  toMs: Math.round(fromMs + spanMs),
})

/** Scales a range by `factor` (< 1 narrows), keeping the instant under the pointer in place. */
export function zoomAround({ fromMs, toMs }: TimeRange, centreMs: number, factor: number): TimeRange {
  const span = toMs - fromMs
  const wanted = clampSpan(span * factor)
  const share = span > 0 ? Math.min(1, Math.max(0, (centreMs - fromMs) / span)) : 0.5
  return whole(centreMs - share * wanted, wanted)
}

/** Moves a range by a share of its length; positive = later. */
export function panBy({ fromMs, toMs }: TimeRange, share: number): TimeRange {
  const span = toMs - fromMs
  return whole(fromMs + span * share, span)
}

/** Range between the ends of a drag, in either direction; undefined when the drag was only a click. */
export function dragRange(startMs: number, endMs: number, view: TimeRange): TimeRange | undefined {
  const [fromMs, toMs] = startMs <= endMs ? [startMs, endMs] : [endMs, startMs]
  const isClick = toMs - fromMs < (view.toMs - view.fromMs) * 0.01
  if (isClick) return undefined
  const span = clampSpan(toMs - fromMs)
  return whole((fromMs + toMs) / 2 - span / 2, span)
}

/** Range between the ends of a drag, unrounded and clipped to the view; undefined when the drag was only a click. */
export function brushRange(startMs: number, endMs: number, view: TimeRange): TimeRange | undefined {
  const fromMs = Math.max(view.fromMs, Math.round(Math.min(startMs, endMs)))
  const toMs = Math.min(view.toMs, Math.round(Math.max(startMs, endMs)))
  const isClick = toMs - fromMs < (view.toMs - view.fromMs) * 0.003
  return isClick ? undefined : { fromMs, toMs }
}
