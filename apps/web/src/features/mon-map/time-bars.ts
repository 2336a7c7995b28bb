import type { Severity } from '@natim/contract/dict'
import type { ReplayAlarm } from '@natim/contract/mon/map'

/** Width of a bar, ms. */
export const BAR_MS = 20 * 60_000

export interface TimeBar {
  /** End of the bar, epoch ms; it covers starts in (endMs − 20 min, endMs]. */
  readonly endMs: number
  readonly count: number
  /** Most severe of them; undefined without any. */
  readonly worst: Severity | undefined
}

/** Alarms that began in (fromMs, toMs], counted every 20 minutes. */
export function timeBars(alarms: readonly ReplayAlarm[], fromMs: number, toMs: number): TimeBar[] {
  const bars = Array.from(
    { length: Math.ceil((toMs - fromMs) / BAR_MS) },
    (_, index): { endMs: number; count: number; worst: Severity | undefined } => ({
      endMs: fromMs + (index + 1) * BAR_MS,
      count: 0,
      worst: undefined,
    }),
  )
  for (const { fromMs: startMs, severity } of alarms) {
    if (startMs <= fromMs || startMs > toMs) continue
    const bar = bars[Math.ceil((startMs - fromMs) / BAR_MS) - 1]
    if (bar === undefined) continue
    bar.count += 1
    bar.worst = bar.worst === undefined || severity < bar.worst ? severity : bar.worst
  }
  return bars
}

/** Minimum distance of glyphs, as a share of the window. */
const GLYPH_ROOM = 0.03

/** Starts that get a glyph: most severe first, among equals the newest, without overlaps. In time order. */
export function markedStarts(alarms: readonly ReplayAlarm[], fromMs: number, toMs: number): ReplayAlarm[] {
  const kept: ReplayAlarm[] = []
  const room = (toMs - fromMs) * GLYPH_ROOM
  const wanted = alarms
    .filter((alarm) => alarm.fromMs > fromMs && alarm.fromMs <= toMs)
    .toSorted((a, b) => a.severity - b.severity || b.fromMs - a.fromMs)
  for (const alarm of wanted) {
    if (kept.every((other) => Math.abs(other.fromMs - alarm.fromMs) >= room)) kept.push(alarm)
  }
  return kept.toSorted((a, b) => a.fromMs - b.fromMs)
}
