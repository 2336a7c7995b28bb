import { element } from '@natim/domain/element'
import { DAY_MS, GMT8_OFFSET_MS, MINUTE_MS } from '@natim/domain/time'

/** An instant with derived values for signals; the object is reused, so never keep a reference. */
export interface Moment {
  /** Epoch ms. */
  tMs: number
  /** Minutes since the epoch, with fraction. */
  minutes: number
  /** Minute of the GMT+8 day, whole, 0–1439. */
  minuteOfDay: number
  /** +1 in mid-January, -1 in mid-July. */
  winter: number
  isWeekend: boolean
  /** Days since the epoch in GMT+8. */
  day: number
}

const YEAR_DAYS = 365.2425
const COLDEST_DAY = 15
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 4

export function newMoment(): Moment {
  return { tMs: 0, minutes: 0, minuteOfDay: 0, winter: 0, isWeekend: false, day: Number.NaN }
}

/** Sets the moment to an instant; season and weekday are recomputed only when the day changes. */
export function moveTo(moment: Moment, tMs: number): void {
  const local = tMs + GMT8_OFFSET_MS
  const day = Math.floor(local / DAY_MS)
  moment.tMs = tMs
  moment.minutes = tMs / MINUTE_MS
  moment.minuteOfDay = Math.floor((local - day * DAY_MS) / MINUTE_MS)
  if (day === moment.day) return
  moment.day = day
  moment.winter = Math.cos((2 * Math.PI * ((day % YEAR_DAYS) - COLDEST_DAY)) / YEAR_DAYS)
  const weekday = (day + EPOCH_WEEKDAY) % 7
  moment.isWeekend = weekday === 0 || weekday === 6
}

/**
 * A daily curve, one value per minute (1 440), through `[hour, value]` points in hour order; half-cosine interpolation,
 * also from the last point to the first across midnight.
 */
export function dayCurve(points: readonly (readonly [hour: number, value: number])[]): Float64Array {
  const curve = new Float64Array(1440)
  points.forEach(([fromHour, from], index) => {
    const [toHour, to] = element(points[(index + 1) % points.length])
    const span = toHour > fromHour ? toHour - fromHour : toHour + 24 - fromHour
    for (let minute = 0; minute < span * 60; minute++) {
      const share = (1 - Math.cos((Math.PI * minute) / (span * 60))) / 2
      curve[Math.floor(fromHour * 60 + minute) % 1440] = from + (to - from) * share
    }
  })
  return curve
}
