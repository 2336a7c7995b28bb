/** Parts of an expression in the order they are written (CO-54). */
export const CRON_PARTS = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const
export type CronPart = (typeof CRON_PARTS)[number]

/** Inclusive. */
export interface CronBounds {
  readonly min: number
  readonly max: number
}

/**
 * The value of one part. Weekdays count from Sunday = 1 to Saturday = 7.
 * - `every` `*`, `unset` `?` (day and week)
 * - `range` `from-to`; hours and weekdays may wrap around
 * - `loop` `start/step`
 * - `work` `dayW`, the working day nearest to it; `last` `L`; `lastWork` `LW` (day)
 * - `nth` `weekday#nth`, `lastWeekday` `weekdayL` (week)
 * - `specify` `a,b,c`, ascending; none means the minimum
 */
export type PartValue =
  | { readonly mode: 'every' | 'unset' | 'last' | 'lastWork' }
  | { readonly mode: 'range'; readonly from: number; readonly to: number }
  | { readonly mode: 'loop'; readonly start: number; readonly step: number }
  | { readonly mode: 'work'; readonly day: number }
  | { readonly mode: 'nth'; readonly weekday: number; readonly nth: number }
  | { readonly mode: 'lastWeekday'; readonly weekday: number }
  | { readonly mode: 'specify'; readonly values: readonly number[] }
export type PartMode = PartValue['mode']

/** Rules of one part (spec §5, VA-60 … VA-67). */
export interface PartSpec {
  readonly label: string
  /** Single values, and the values of `*`. */
  readonly values: CronBounds
  readonly range: CronBounds
  readonly canWrap: boolean
  /** As the number fields accept it; a 0 is never written (D-17). */
  readonly start: CronBounds
  readonly step: CronBounds
  /** Modes besides every, range, loop and specify. */
  readonly special: readonly Exclude<PartMode, 'every' | 'range' | 'loop' | 'specify'>[]
  /** Names of values: `MON` is 2. */
  readonly names: readonly string[]
}

const bounds = (min: number, max: number): CronBounds => ({ min, max })
const plain = (label: string, values: CronBounds, step: CronBounds): PartSpec => ({
  label,
  values,
  range: values,
  canWrap: false,
  start: values,
  step,
  special: [],
  names: [],
})

/** Weekdays 1 to 7 as expressions may name them. */
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const LAST_YEAR = 9_999

export const PART_SPECS: Readonly<Record<CronPart, PartSpec>> = {
  second: plain('秒', bounds(0, 59), bounds(1, 59)),
  minute: plain('分', bounds(0, 59), bounds(1, 60)),
  hour: { ...plain('时', bounds(0, 23), bounds(0, 23)), canWrap: true },
  day: { ...plain('日', bounds(1, 31), bounds(1, 31)), special: ['unset', 'work', 'last', 'lastWork'] },
  month: { ...plain('月', bounds(1, 12), bounds(0, 12)), start: bounds(0, 12), names: MONTHS },
  week: {
    ...plain('周', bounds(1, 7), bounds(1, 7)),
    canWrap: true,
    special: ['unset', 'nth', 'lastWeekday'],
    names: WEEKDAYS,
  },
  year: { ...plain('年', bounds(2_019, 2_119), bounds(1, 99)), range: bounds(0, LAST_YEAR) },
}

/** Ordinal of the weekday within the month. */
export const NTH = bounds(1, 5)
/** Displayed Monday first (WG-117). */
export const WEEKDAY_ORDER = [2, 3, 4, 5, 6, 7, 1] as const

/** Initial values of the fields of a part; `year` is the current one (WG-116). */
export function defaultsOf(
  part: CronPart,
  year: number,
): { range: readonly [number, number]; loop: readonly [number, number] } {
  if (part === 'year') return { range: [year, year + 100], loop: [year, 1] }
  const { min, max } = PART_SPECS[part].values
  return { range: [min, max], loop: [part === 'week' ? 2 : min, 1] }
}

/**
 * A value as it may be written: no interval and no month 0, ascending ranges, specified values ascending, at least one.
 */
export function normalisePart(part: CronPart, value: PartValue): PartValue {
  const spec = PART_SPECS[part]
  if (value.mode === 'loop') {
    return { ...value, start: Math.max(value.start, spec.values.min === 0 ? 0 : 1), step: Math.max(value.step, 1) }
  }
  if (value.mode === 'range' && !spec.canWrap && value.from > value.to)
    return { ...value, from: value.to, to: value.from }
  if (value.mode !== 'specify') return value
  const values = [...new Set(value.values)].toSorted((a, b) => a - b)
  return { mode: 'specify', values: values.length === 0 ? [spec.values.min] : values }
}
