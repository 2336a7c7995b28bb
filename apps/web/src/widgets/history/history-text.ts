import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatShortTime } from '@natim/domain/format'
import { calendarDayGmt8, DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { TimeRange } from '@/widgets/chart/frame.ts'

/** Length of an averaging interval: `5 min`, `1 h`, `1 d`. */
function stepText(stepMs: number): string {
  if (stepMs % DAY_MS === 0) return `${stepMs / DAY_MS} d`
  if (stepMs % HOUR_MS === 0) return `${stepMs / HOUR_MS} h`
  return stepMs >= MINUTE_MS ? `${Math.round(stepMs / MINUTE_MS)} min` : `${Math.round(stepMs / 1_000)} s`
}

/** What a point of a series represents: `逐点原始值`, `5 min 均值`. */
export const aggregateText = ({ agg, stepMs }: Pick<TsSeries, 'agg' | 'stepMs'>): string =>
  agg === 'raw' && stepMs === 0 ? '逐点原始值' : `${stepText(stepMs)} 均值`

/** Ends of a range, as short as unambiguous: `10:45 – 11:20`, `11-20 10:45 – 11-21 10:42`. */
export function rangeText({ fromMs, toMs }: TimeRange): string {
  const isShort = toMs - fromMs < 10 * MINUTE_MS
  const clock = (tsMs: number) => formatGmt8(tsMs).slice(11, isShort ? 19 : 16)
  if (calendarDayGmt8(fromMs) === calendarDayGmt8(toMs)) return `${clock(fromMs)} – ${clock(toMs)}`
  return `${formatShortTime(fromMs)} – ${formatShortTime(toMs)}`
}

/** Same with the date, for a panel head: `2026-11-20 10:45 – 11-21 10:42`. */
export const fullRangeText = ({ fromMs, toMs }: TimeRange): string =>
  `${formatGmt8(fromMs).slice(0, 16)} – ${formatShortTime(toMs)}`
