import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS, parseGmt8 } from './time.ts'

/** Area of responsibility of a duty team, from the whole country down. */
export type DutyLevel = 'national' | 'province' | 'special'

export const MIN_REST_MS = 8 * HOUR_MS
/** How long before the end of the shift a handover may be signed. */
export const HANDOVER_DUE_MS = 15 * MINUTE_MS
/** How long after the end the level above is notified. */
export const HANDOVER_LATE_MS = 10 * MINUTE_MS
/** Minimum characters of a handover note. */
export const MIN_HANDOVER_NOTE = 10

/** A duty span, epoch ms: start inclusive, end exclusive. */
export interface DutySpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Span of a shift on a GMT+8 day; it may end on the next day. */
export function shiftSpan(dayGmt8: string, startMin: number, lengthMin: number): DutySpan {
  const fromMs = (parseGmt8(dayGmt8) ?? Number.NaN) + startMin * MINUTE_MS
  return { fromMs, toMs: fromMs + lengthMin * MINUTE_MS }
}

export const isOnDuty = ({ fromMs, toMs }: DutySpan, atMs: number): boolean => fromMs <= atMs && atMs < toMs

export const overlaps = (a: DutySpan, b: DutySpan): boolean => a.fromMs < b.toMs && b.fromMs < a.toMs

/** The shortest break between a shift and the person's other shifts; 0 if two overlap, Infinity without others. */
export const restAround = (span: DutySpan, others: readonly DutySpan[]): number =>
  Math.min(
    ...others.map((other) =>
      overlaps(span, other) ? 0 : Math.max(other.fromMs - span.toMs, span.fromMs - other.toMs),
    ),
  )

export type HandoverPhase = 'early' | 'due' | 'late'

/** Handover phase of a shift with the given end. */
export function handoverPhase(toMs: number, atMs: number): HandoverPhase {
  if (atMs < toMs - HANDOVER_DUE_MS) return 'early'
  return atMs < toMs + HANDOVER_LATE_MS ? 'due' : 'late'
}

/** Monday of the week of a GMT+8 day. */
export function mondayOf(dayGmt8: string): string {
  const weekday = (new Date(`${dayGmt8}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(dayGmt8, -weekday)
}

export const addDays = (dayGmt8: string, days: number): string =>
  formatGmt8((parseGmt8(dayGmt8) ?? Number.NaN) + days * DAY_MS).slice(0, 10)

/** `早 08–16`: the name with its hours, minutes only where they are not full. */
export function shiftHours(startMin: number, lengthMin: number): string {
  const end = startMin + lengthMin
  return `${clock(startMin)}–${clock(end > 1_440 ? end - 1_440 : end)}`
}

const clock = (minutes: number) => {
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return minutes % 60 === 0 ? hours : `${hours}:${String(minutes % 60).padStart(2, '0')}`
}
