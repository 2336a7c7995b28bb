import type { Limit } from './limit.ts'

/** The six pollutants of the index, in the column order of the standard's reports. */
export const AQI_POLLUTANTS = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
export type AqiPollutant = (typeof AQI_POLLUTANTS)[number]

/** HJ 633-2012 or HJ 633-2026. */
export type AqiStandard = 2012 | 2026

/** First GMT+8 day of HJ 633-2026 (domain §5.2). */
export const AQI_2026_FROM = '2026-03-01'
/** Gases were reported at 273 K until the previous day (domain §3.7). */
export const GAS_298K_FROM = '2018-09-01'

/** The standard in force on a statistical day, `yyyy-MM-dd` GMT+8. */
export const aqiStandardOn = (day: string): AqiStandard => (day < AQI_2026_FROM ? 2012 : 2026)

/** Whether gas concentrations of a day refer to 273 K and read about 9 % higher than later ones. */
export const isGasAt273K = (day: string): boolean => day < GAS_298K_FROM

export type AqiSpan = 'hour' | 'day'

/** A concentration printed in a report. */
export interface AqiItem {
  readonly pollutant: AqiPollutant
  /** Averaging: hourly mean, running mean of 24 or 8 h, calendar-day mean, daily maximum 8 h or 1 h mean. */
  readonly mean: '1h' | '24h' | '8h' | 'day' | 'max8h' | 'max1h'
}

/** Every figure stored for an hour, in this order: the six of 2026, then the additional ones of 2012. */
export const HOUR_ITEMS: readonly AqiItem[] = [
  ...AQI_POLLUTANTS.map((pollutant): AqiItem => ({ pollutant, mean: '1h' })),
  { pollutant: 'pm10', mean: '24h' },
  { pollutant: 'o3', mean: '8h' },
  { pollutant: 'pm25', mean: '24h' },
]

/** Every figure stored for a day, in this order: the six of 2026, then the additional ones of 2012. */
export const DAY_ITEMS: readonly AqiItem[] = [
  ...AQI_POLLUTANTS.map((pollutant): AqiItem => ({ pollutant, mean: pollutant === 'o3' ? 'max8h' : 'day' })),
  { pollutant: 'o3', mean: 'max1h' },
]

export const aqiItems = (span: AqiSpan): readonly AqiItem[] => (span === 'hour' ? HOUR_ITEMS : DAY_ITEMS)

/** Indexes into {@link aqiItems} printed in a report, in column order (HJ 633-2012 table 4, HJ 633-2026). */
const COLUMNS: Readonly<Record<AqiSpan, Readonly<Record<AqiStandard, readonly number[]>>>> = {
  hour: { 2012: [0, 1, 2, 6, 3, 4, 7, 5, 8], 2026: [0, 1, 2, 3, 4, 5] },
  day: { 2012: [0, 1, 2, 3, 6, 4, 5], 2026: [0, 1, 2, 3, 4, 5] },
}
export const reportColumns = (span: AqiSpan, standard: AqiStandard): readonly number[] => COLUMNS[span][standard]

/** Period of the table in which an item is looked up; undefined if it is printed without an index. */
export function indexPeriod({ pollutant, mean }: AqiItem, standard: AqiStandard): 'day' | '1h' | 'day8h' | undefined {
  const isParticle = pollutant === 'pm10' || pollutant === 'pm25'
  if (mean === '1h' && isParticle) return standard === 2026 ? 'day' : undefined
  if (mean === '1h' || mean === 'max1h') return '1h'
  return mean === '8h' || mean === 'max8h' ? 'day8h' : 'day'
}

/** One breakpoint in thousandths of the published unit (integers), to avoid rounding. */
interface Breakpoint {
  readonly iaqi: number
  readonly milli: number
}
/** Breakpoints by `metric|period`, ascending. */
export type AqiTable = ReadonlyMap<string, readonly Breakpoint[]>

const MILLI = 1_000

/** The table of a standard, built from the limits in force (`IAQI_BP` of the sets `HJ633-2012` and `HJ633-2026`). */
export function aqiTable(limits: readonly Limit[], standard: AqiStandard): AqiTable {
  const table = new Map<string, Breakpoint[]>()
  for (const { kind, setCode, metricCode, avgPeriod, level, value } of limits) {
    if (kind !== 'IAQI_BP' || setCode !== `HJ633-${standard}`) continue
    const key = `${metricCode}|${avgPeriod}`
    table.set(key, [...(table.get(key) ?? []), { iaqi: Number(level), milli: Math.round(value * MILLI) }])
  }
  for (const row of table.values()) row.sort((a, b) => a.iaqi - b.iaqi)
  return table
}

/** More digits than any instrument has; drops digits that depend on summation order. */
const SIGNIFICANT = 9

/** A mean rounded to drop floating-point noise. */
export const cleanMean = (value: number): number => Number(value.toPrecision(SIGNIFICANT))

/** GB/T 8170: half to even on the digit kept. */
export function roundHalfEven(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const scaled = cleanMean(value * scale)
  const floor = Math.floor(scaled)
  const rest = scaled - floor
  const isUp = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0)
  return (isUp ? floor + 1 : floor) / scale
}

/** Decimals of a published concentration: one for CO (mg/m³). */
export const aqiDecimals = (pollutant: AqiPollutant): number => (pollutant === 'co' ? 1 : 0)

/** A concentration as published; negative values become 0. */
export const publishedConcentration = (pollutant: AqiPollutant, value: number): number =>
  roundHalfEven(Math.max(0, value), aqiDecimals(pollutant))

/** Integer division, rounded up. */
function ceilDivide(numerator: number, denominator: number): number {
  const rest = numerator % denominator
  return (numerator - rest) / denominator + (rest > 0 ? 1 : 0)
}

const TOP_IAQI = 500

/**
 * Individual index of a concentration, rounded up (domain §5.2).
 *
 * @param concentration as published: an integer, CO with one decimal
 * @returns undefined where the standard has no index: 2012 above 800 µg/m³ of SO2 1 h and O3 8 h
 */
export function iaqi(
  table: AqiTable,
  key: { readonly pollutant: AqiPollutant; readonly period: string; readonly standard: AqiStandard },
  concentration: number,
): number | undefined {
  const row = table.get(`${key.pollutant}|${key.period}`)
  const top = row?.at(-1)
  if (!row || !top) return undefined
  const milli = Math.round(concentration * MILLI)
  if (milli > top.milli) return top.iaqi === TOP_IAQI || key.standard === 2026 ? top.iaqi : undefined
  const index = Math.max(
    1,
    row.findIndex((point) => milli <= point.milli),
  )
  const [lo, hi] = [row[index - 1], row[index]]
  if (!lo || !hi) return undefined
  return ceilDivide((hi.iaqi - lo.iaqi) * (milli - lo.milli), hi.milli - lo.milli) + lo.iaqi
}

/**
 * One figure of a report: null value = missing or invalid (NA); `isPlanned` false = not measured at this station (`/`).
 */
export interface AqiFigure {
  /** Unrounded mean in the published unit. */
  readonly value: number | null
  readonly isPlanned: boolean
  /** No day above 100 was led by it in three years: its `/` does not block the AQI (HJ 633-2026 §5.3.2). */
  readonly isWaived?: boolean
}

export interface AqiReport {
  /** Null = NA: not published. */
  readonly aqi: number | null
  /** By item of {@link aqiItems}; null without index. */
  readonly iaqi: readonly (number | null)[]
  /** Concentrations as published, by item. */
  readonly concentrations: readonly (number | null)[]
  /** 首要污染物: items with the maximum index when the AQI is above 50, all of them on a tie. */
  readonly primary: readonly number[]
  /** 超标污染物: items with an index above 100. */
  readonly exceeded: readonly number[]
}

/** AQI of an hour or a day in one standard. Pure and exact: integer arithmetic only. */
export function aqiReport(
  table: AqiTable,
  span: AqiSpan,
  standard: AqiStandard,
  figures: readonly AqiFigure[],
): AqiReport {
  const items = aqiItems(span)
  const printed = new Set(reportColumns(span, standard))
  const concentrations = items.map(({ pollutant }, i) => {
    const value = figures[i]?.value ?? null
    return value === null ? null : publishedConcentration(pollutant, value)
  })
  const indexes = items.map((item, i) => {
    const period = indexPeriod(item, standard)
    const concentration = concentrations[i] ?? null
    if (!printed.has(i) || period === undefined || concentration === null) return null
    return iaqi(table, { pollutant: item.pollutant, period, standard }, concentration) ?? null
  })
  const top = indexes.reduce<number | null>((max, own) => (own === null ? max : Math.max(max ?? 0, own)), null)
  // HJ 633-2026 §5.3: a missing pollutant might have been worse; above 100 the AQI is published anyway.
  const isWhole = [...printed].every((i) => {
    const figure = figures[i]
    return figure?.isPlanned ? figure.value !== null : figure?.isWaived === true
  })
  const isPublished = top !== null && (standard === 2012 || isWhole || top > 100)
  const aqi = isPublished ? Math.max(top, standard === 2026 ? 1 : 0) : null
  const where = (test: (own: number) => boolean) => indexes.flatMap((own, i) => (own !== null && test(own) ? [i] : []))
  return {
    aqi,
    iaqi: indexes,
    concentrations,
    primary: aqi !== null && aqi > 50 ? where((own) => own === top) : [],
    exceeded: where((own) => own > 100),
  }
}

/** 一级 to 六级 as 1 to 6. */
export type AqiGrade = 1 | 2 | 3 | 4 | 5 | 6

/** Upper bounds of grades one to five. */
export const AQI_GRADE_TOPS = [50, 100, 150, 200, 300] as const

export const aqiGrade = (aqi: number): AqiGrade => (AQI_GRADE_TOPS.filter((top) => aqi > top).length + 1) as AqiGrade

/** 达标: a published AQI of at most 100. */
export const isAttained = (aqi: number): boolean => aqi <= 100
