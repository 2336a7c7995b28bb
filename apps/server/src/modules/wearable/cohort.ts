import type { wearableEndpoints } from '@natim/contract/mon/wearable'
import { BASELINE_DAYS, BASELINE_MIN_N, deviation, FEVER_MS, hasFever, wilson } from '@natim/domain/infection'
import { printCounts } from '@natim/domain/subject-counts'
import { DAY_MS, HOUR_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { z } from 'zod'
import { groupBy } from '../../platform/group-by.ts'
import type { DayRecord, TempRecord } from './cohort.repository.ts'
import { VITAL_METRICS } from './vital.repository.ts'

export type Cohort = z.output<typeof wearableEndpoints.cohort.result>

/** A wearer on a day with at least one known hour. */
export interface WearerDay {
  readonly unit: string
  /** City of the person. */
  readonly regionCode: string
  readonly day: string
  readonly hasFever: boolean
  readonly hrZ: number | null
  readonly rrZ: number | null
}

/**
 * Wearers by day, the basis of counts by unit and city. A person counts on days with at least one known hour. Fever is
 * two hours at 37.3 ℃ or above without one below. A deviation compares the mean of the day with the hours of the
 * previous 14 days.
 *
 * @param given days of pulse and breathing from 14 days before the first one on; hours of temperature, oldest first
 * @param days `yyyy-MM-dd`, oldest first
 */
export function wearerDaysOf(
  given: readonly DayRecord[],
  temps: readonly TempRecord[],
  days: readonly string[],
): WearerDay[] {
  const tempsOf = groupBy(temps, ({ subjectId }) => subjectId)
  return [...groupBy(given, ({ subjectId }) => subjectId)].flatMap(([subjectId, own]) =>
    daysOf(own, feverDays(tempsOf.get(subjectId) ?? []), days),
  )
}

/** Units by day. */
export function cohortOf(wearers: readonly WearerDay[], days: readonly string[]): Cohort {
  const units = [...new Set(wearers.map(({ unit }) => unit))].toSorted((a, b) => a.localeCompare(b, 'zh-CN'))
  const cells = days.map((day) => {
    const byUnit = units.map((unit) => wearers.filter((one) => one.day === day && one.unit === unit))
    const worn = printCounts(byUnit.map((own) => own.length))
    // Small fever counts could reveal persons even among many wearers.
    const fever = printCounts(byUnit.map((own) => own.filter((one) => one.hasFever).length))
    return { byUnit, worn, fever }
  })
  return {
    days: [...days],
    units: units.map((unit, index) => ({
      unit,
      cells: cells.map(({ byUnit, worn, fever }) => {
        const wearersOf = worn.cells[index] ?? 'small'
        const own = typeof wearersOf === 'number' ? (byUnit[index] ?? []) : []
        return {
          wearers: wearersOf,
          fever: wearersOf === 0 ? 0 : (fever.cells[index] ?? 'small'),
          hrZ: meanOf(own.map(({ hrZ }) => hrZ)),
          rrZ: meanOf(own.map(({ rrZ }) => rrZ)),
        }
      }),
    })),
    total: cells.map(({ worn, fever }) => {
      const share =
        typeof worn.total === 'number' && typeof fever.total === 'number' ? wilson(fever.total, worn.total) : null
      return {
        wearers: worn.total,
        fever: fever.total,
        share: share?.share ?? null,
        low: share?.low ?? null,
        high: share?.high ?? null,
      }
    }),
  }
}

function daysOf(own: readonly DayRecord[], fever: ReadonlySet<string>, days: readonly string[]): WearerDay[] {
  const hr = own.filter(({ metricCode }) => metricCode === VITAL_METRICS.hr)
  const rr = own.filter(({ metricCode }) => metricCode === VITAL_METRICS.rr)
  return days.flatMap((day) => {
    const first = own.find((one) => one.day === day)
    if (first === undefined) return []
    const { unit, regionCode } = first
    return [{ unit, regionCode, day, hasFever: fever.has(day), hrZ: dayDeviation(hr, day), rrZ: dayDeviation(rr, day) }]
  })
}

/** Days on which a second consecutive hour of fever ends. */
function feverDays(temps: readonly TempRecord[]): ReadonlySet<string> {
  const days = new Set<string>()
  for (const [index, { tMs }] of temps.entries()) {
    const last = temps.slice(Math.max(0, index - 2), index + 1).filter((hour) => hour.tMs > tMs - FEVER_MS - HOUR_MS)
    const windows = last.map((hour) => ({ endMs: hour.tMs, temp: hour.v }))
    if (hasFever(windows, tMs, HOUR_MS)) days.add(statDayGmt8(tMs))
  }
  return days
}

function dayDeviation(own: readonly DayRecord[], day: string): number | null {
  const today = own.filter((one) => one.day === day)
  const firstMs = (parseGmt8(`${day} 00:00:00`) ?? 0) - BASELINE_DAYS * DAY_MS
  const before = own.filter((one) => one.day < day && one.day > statDayGmt8(firstMs))
  const n = sumOf(before, 'n')
  if (today.length === 0 || n < BASELINE_MIN_N) return null
  const mean = sumOf(before, 'sum') / n
  const variance = (sumOf(before, 'sumOfSquares') - n * mean ** 2) / (n - 1)
  return deviation(sumOf(today, 'sum') / sumOf(today, 'n'), { mean, sd: Math.sqrt(Math.max(0, variance)) })
}

const sumOf = (rows: readonly DayRecord[], column: 'n' | 'sum' | 'sumOfSquares') =>
  rows.reduce((sum, row) => sum + row[column], 0)

/** Null for an empty list. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
