import { DAY_MS, formatGmt8, GMT8_OFFSET_MS, gmt8Fields, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'

/** Steps of a time axis, ms; all divide a day, so that ticks are at round hours of GMT+8. */
const STEPS = [
  SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  5 * DAY_MS,
  7 * DAY_MS,
  14 * DAY_MS,
] as const

const MONTH_STEPS = [1, 2, 3, 6, 12, 24] as const
const MEAN_MONTH_MS = 30.44 * DAY_MS

function monthTicks(fromMs: number, toMs: number, step: number): number[] {
  const { year, month } = gmt8Fields(fromMs)
  const ticks: number[] = []
  for (let index = Math.ceil((year * 12 + month - 1) / step) * step; ; index += step) {
    const at = Date.UTC(Math.floor(index / 12), index % 12, 1) - GMT8_OFFSET_MS
    if (at >= toMs) return ticks
    if (at >= fromMs) ticks.push(at)
  }
}

/** Above this span the axis shows dates, above the next one months: finer ticks would repeat labels. */
const DATES_ABOVE_MS = 4 * DAY_MS
const MONTHS_ABOVE_MS = 300 * DAY_MS
/** Above this span the axis shows no seconds. */
const MINUTES_ABOVE_MS = 15 * MINUTE_MS

function finestStep(spanMs: number): number {
  if (spanMs > MONTHS_ABOVE_MS) return Number.POSITIVE_INFINITY
  if (spanMs > DATES_ABOVE_MS) return DAY_MS
  return spanMs > MINUTES_ABOVE_MS ? MINUTE_MS : SECOND_MS
}

/** Round instants of GMT+8 in [fromMs, toMs), at most `maxCount` of them. */
export function timeTicks(fromMs: number, toMs: number, maxCount: number): number[] {
  const span = toMs - fromMs
  if (!(span > 0)) return []
  const step = STEPS.find((candidate) => span / candidate <= maxCount && candidate >= finestStep(span))
  if (step === undefined) {
    const months = MONTH_STEPS.find((count) => span / (count * MEAN_MONTH_MS) <= maxCount) ?? 24
    return monthTicks(fromMs, toMs, months)
  }
  const first = Math.ceil((fromMs + GMT8_OFFSET_MS) / step) * step - GMT8_OFFSET_MS
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / step)) }, (_, index) => first + index * step)
}

/** Label of a tick: as short as the range allows, with the date at the start of a day. */
export function tickLabel(tsMs: number, spanMs: number): string {
  const text = formatGmt8(tsMs)
  if (spanMs > MONTHS_ABOVE_MS) return text.slice(0, 7)
  if (spanMs > DATES_ABOVE_MS) return text.slice(5, 10)
  const isMidnight = text.endsWith('00:00:00')
  if (isMidnight && spanMs > 6 * HOUR_MS) return text.slice(5, 10)
  return spanMs > MINUTES_ABOVE_MS ? text.slice(11, 16) : text.slice(11)
}

const PX_PER_TICK = 50
/** `10:41:30` with a gap. */
const PX_PER_SECONDS_TICK = 64

/** Ticks of a range, as many as fit with their labels. */
export const ticksThatFit = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, widthPx: number) => {
  const tickPx = toMs - fromMs > MINUTES_ABOVE_MS ? PX_PER_TICK : PX_PER_SECONDS_TICK
  return timeTicks(fromMs, toMs + 1, Math.max(2, Math.floor(widthPx / tickPx)))
}
