import { DAY_MS, gmt8Fields, HOUR_MS, parseGmt8 } from './time.ts'

/** Period of one report. */
export type PeriodUnit = 'hour' | 'day' | 'week' | 'month'

/** (fromMs, toMs], GMT+8. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

const pad = (value: number) => String(value).padStart(2, '0')
const startOfMonth = (year: number, month: number) => parseGmt8(`${year}-${pad(month)}-01`) ?? 0
const WEEK_MS = 7 * DAY_MS
/** A Monday, 00:00 GMT+8. */
const FIRST_MONDAY_MS = parseGmt8('2020-01-06') ?? 0

/** The period that contains an instant; a border belongs to the period it ends. Weeks start on Monday. */
export function periodAt(unit: PeriodUnit, tsMs: number): Period {
  const inside = tsMs - 1
  if (unit === 'month') {
    const { year, month } = gmt8Fields(inside)
    return {
      fromMs: startOfMonth(year, month),
      toMs: month === 12 ? startOfMonth(year + 1, 1) : startOfMonth(year, month + 1),
    }
  }
  const stepMs = unit === 'hour' ? HOUR_MS : unit === 'day' ? DAY_MS : WEEK_MS
  const fromMs = FIRST_MONDAY_MS + Math.floor((inside - FIRST_MONDAY_MS) / stepMs) * stepMs
  return { fromMs, toMs: fromMs + stepMs }
}

/** The newest finished period. */
export function lastPeriod(unit: PeriodUnit, nowMs: number): Period {
  const running = periodAt(unit, nowMs)
  return running.toMs === nowMs ? running : periodAt(unit, running.fromMs)
}

/** `2026-10`, `2026-10-05`, `2026-10-05 13:00`, `2026-10-05 – 10-11`: labelled by its last day, an hour by its end. */
export function periodText(unit: PeriodUnit, { fromMs, toMs }: Period): string {
  const day = (tsMs: number) => {
    const { year, month, day: of } = gmt8Fields(tsMs)
    return `${year}-${pad(month)}-${pad(of)}`
  }
  if (unit === 'month') return day(fromMs).slice(0, 7)
  if (unit === 'day') return day(fromMs)
  if (unit === 'week') return `${day(fromMs)} – ${day(toMs - 1).slice(5)}`
  // Midnight is 24:00 of the previous day.
  const { hour } = gmt8Fields(toMs)
  return `${day(toMs - 1)} ${pad(hour === 0 ? 24 : hour)}:00`
}
