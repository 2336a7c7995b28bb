import { calendarDayGmt8, DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** design.md §9: a real minus sign, not a hyphen. */
const MINUS = '\u2212'
/** Placeholder for a missing value. */
export const NO_VALUE = '—'

/** Thousands separated, minus as U+2212, `decimals` fixed; never `−0`. */
export function formatNumber(value: number, decimals = 0): string {
  if (!Number.isFinite(value)) return NO_VALUE
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const digits = fraction === undefined ? grouped : `${grouped}.${fraction}`
  return value < 0 && /[1-9]/.test(digits) ? MINUS + digits : digits
}

const MAX_DIGITS = 12
const MAX_DECIMALS = 20

/** With its own decimals, for figures entered by people: `0.0025`, `1,500`. Binary rounding noise is dropped. */
export function formatExact(value: number): string {
  const [mantissa = '', exponent = '0'] = String(Number(value.toPrecision(MAX_DIGITS))).split('e')
  const decimals = (mantissa.split('.')[1] ?? '').length - Number(exponent)
  return formatNumber(value, Math.min(Math.max(decimals, 0), MAX_DECIMALS))
}

const LIMIT_DIGITS = 4

/**
 * A limit in the unit of a channel: all digits as entered, four digits after a conversion: `44.5`, `0.3448`, `1,500`.
 */
export function formatLimit(value: number): string {
  const wholeDigits = value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value))) + 1
  return formatExact(Number(value.toPrecision(Math.min(Math.max(wholeDigits, LIMIT_DIGITS), MAX_DIGITS))))
}

/** Value with its unit: `2.31 ppm`, `95.9 %`, `21.6 ℃`; a unit of `1` is not printed. */
export function formatValue(value: number | null | undefined, unit: string, precision: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE
  const digits = formatNumber(value, precision)
  return unit === '' || unit === '1' ? digits : `${digits} ${unit}`
}

const WAN = 1e4
const YI = 1e8
/** design.md §9: numbers above ten million are shortened. */
const SHORTEN_ABOVE = 1e7

/**
 * A key figure: integer with thousands separators, above ten million in 万 or 亿 with at most one decimal: `1,284`,
 * `3,025.6 万`.
 */
export function formatKpi(value: number): string {
  if (Math.abs(value) <= SHORTEN_ABOVE) return formatNumber(value)
  const [divisor, name] = Math.abs(value) >= YI ? [YI, '亿'] : [WAN, '万']
  return `${formatNumber(value / divisor, 1).replace(/\.0$/, '')} ${name}`
}

/** A share 0–1 as `95.9 %`. */
export function formatShare(share: number | null | undefined, decimals = 1): string {
  return share === null || share === undefined ? NO_VALUE : formatValue(share * 100, '%', decimals)
}

/** `10:42:18`, GMT+8. */
export const formatClock = (tsMs: number) => formatGmt8(tsMs).slice(11)
/** `11-21 10:42`, GMT+8. */
export const formatShortTime = (tsMs: number) => formatGmt8(tsMs).slice(5, 16)

/**
 * Age below a day, else the time: `4 秒前`, `12 分钟前`, `2 小时前`, `11-20 10:42`, with the year if it is not the
 * current one. Clocks differ, so a time slightly ahead reads 刚刚.
 */
export function formatAge(tsMs: number, nowMs: number): string {
  const age = nowMs - tsMs
  if (age < SECOND_MS && age > -MINUTE_MS) return '刚刚'
  if (age < 0 || age >= DAY_MS) {
    const isSameYear = calendarDayGmt8(tsMs).slice(0, 4) === calendarDayGmt8(nowMs).slice(0, 4)
    return isSameYear ? formatShortTime(tsMs) : formatGmt8(tsMs).slice(0, 16)
  }
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} 秒前`
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} 分钟前`
  return `${Math.floor(age / HOUR_MS)} 小时前`
}

/** The two largest units of a duration: `45 秒`, `11 分 14 秒`, `1 小时 15 分`, `3 天 4 小时`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND_MS)
  const parts: readonly (readonly [amount: number, name: string])[] = [
    [Math.floor(seconds / 86_400), '天'],
    [Math.floor(seconds / 3_600) % 24, '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ]
  const first = parts.findIndex(([amount]) => amount > 0)
  if (first < 0) return '0 秒'
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, name]) => `${amount} ${name}`)
    .join(' ')
}

/** A running waiting time: `04:09`, `1:04:09`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND_MS)
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const tail = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

const DAYS_FROM_MS = 2 * DAY_MS

/** Compact variant: from two days on whole days, `5 天`. */
export const formatWaiting = (ms: number): string =>
  ms < DAYS_FROM_MS ? formatCountdown(ms) : `${Math.floor(ms / DAY_MS)} 天`

/** Signed, for differences such as a clock skew: `+38 ms`, `−1,204 ms`. */
export function formatSigned(value: number, unit: string, precision = 0): string {
  const text = formatValue(value, unit, precision)
  return value > 0 ? `+${text}` : text
}
