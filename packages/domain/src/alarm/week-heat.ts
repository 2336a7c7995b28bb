import { gmt8Fields, HOUR_MS } from '../time.ts'

/** Alarm count of one weekday and hour, GMT+8; weekday 1 = Monday … 7 = Sunday. */
export interface WeekHourCount {
  readonly weekday: number
  readonly hour: number
  readonly n: number
}

/** 7 × 24 alarms per hour: each count divided by how often its hour occurred in the span. */
export interface WeekHeat {
  readonly perHour: readonly (readonly number[])[]
  /** The busiest hour; null without alarms. */
  readonly worst: (WeekHourCount & { readonly perHour: number }) | null
}

const place = (weekday: number, hour: number) => (weekday - 1) * 24 + hour

/** Both ends are full hours. */
export function weekHeat(counts: readonly WeekHourCount[], fromMs: number, toMs: number): WeekHeat {
  const times = Array.from({ length: 168 }, () => 0)
  for (let ms = fromMs; ms < toMs; ms += HOUR_MS) {
    const at = place(weekdayGmt8(ms), gmt8Fields(ms).hour)
    times[at] = (times[at] ?? 0) + 1
  }
  const shares = Array.from({ length: 168 }, () => 0)
  let worst: WeekHeat['worst'] = null
  for (const count of counts) {
    const at = place(count.weekday, count.hour)
    const perHour = count.n / Math.max(1, times[at] ?? 0)
    shares[at] = perHour
    if (count.n > 0 && perHour > (worst?.perHour ?? 0)) worst = { ...count, perHour }
  }
  return { perHour: Array.from({ length: 7 }, (_, day) => shares.slice(day * 24, day * 24 + 24)), worst }
}

/** 1 = Monday … 7 = Sunday. */
export const weekdayGmt8 = (ms: number): number => gmt8Fields(ms).weekday || 7
