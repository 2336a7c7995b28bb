import { parseRecurrence, type TimeWindow } from '@natim/domain/alarm/recurrence'

interface StoredWindow {
  readonly fromTs: Date | string
  readonly toTs: Date | string
  readonly rrule: string | null
  readonly endedAt: Date | string | null
}

/** Converts a stored window to the domain type; an unreadable repetition counts as none. */
export const toWindow = ({ fromTs, toTs, rrule, endedAt }: StoredWindow): TimeWindow => ({
  fromMs: new Date(fromTs).getTime(),
  toMs: new Date(toTs).getTime(),
  recurrence: rrule === null ? null : (parseRecurrence(rrule) ?? null),
  endedMs: endedAt === null ? null : new Date(endedAt).getTime(),
})
