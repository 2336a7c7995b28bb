import { DAY_MS, HOUR_MS, statDayGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import type { DayRecord, TempRecord } from './cohort.repository.ts'
import { cohortOf, wearerDaysOf } from './cohort.ts'

const TODAY = '2026-11-21'
const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00+08:00')
const days = (back: number) => statDayGmt8(MIDNIGHT_MS + HOUR_MS - back * DAY_MS)

/** A day of 24 hourly means, `spread` around `mean`. */
const dayOf = (
  subjectId: string,
  unit: string,
  metricCode: string,
  day: string,
  mean: number,
  spread = 2,
): DayRecord => ({
  subjectId,
  unit,
  regionCode: '130100',
  metricCode,
  day,
  n: 24,
  sum: 24 * mean,
  sumOfSquares: 24 * (mean ** 2 + spread ** 2),
})
/** Worn for `count` days until today; today's pulse is given separately. */
const person = (subjectId: string, unit: string, todayHr: number, count = 15): DayRecord[] =>
  Array.from({ length: count }, (_, back) =>
    dayOf(subjectId, unit, 'hr', days(back), back === 0 ? todayHr : 70),
  ).reverse()
const people = (unit: string, n: number, hr = 70) =>
  Array.from({ length: n }, (_, i) => person(`${unit}${i}`, unit, hr)).flat()
const fever = (subjectId: string, hours: readonly (readonly [hour: number, v: number])[]): TempRecord[] =>
  hours.map(([hour, v]) => ({ subjectId, tMs: MIDNIGHT_MS + hour * HOUR_MS, v }))
const todayOf = (given: readonly DayRecord[], temps: readonly TempRecord[] = []) => {
  const { units, total } = cohortOf(wearerDaysOf(given, temps, [TODAY]), [TODAY])
  return { cells: Object.fromEntries(units.map(({ unit, cells }) => [unit, cells[0]])), total: total[0] }
}

describe('units by day', () => {
  it('count wearers and those with fever for two hours', () => {
    const temps = [0, 1, 2, 3, 4].flatMap((i) =>
      fever(`一区${i}`, [
        [9, 37.3],
        [10, 38],
      ]),
    )
    const { cells, total } = todayOf(people('一区', 12), [
      ...temps,
      ...fever('一区5', [[9, 38]]),
      ...fever('一区6', [
        [9, 38],
        [10, 37.2],
        [11, 38],
      ]),
    ])
    expect(cells['一区']).toMatchObject({ wearers: 12, fever: 5 })
    expect(total).toMatchObject({ wearers: 12, fever: 5, share: 5 / 12 })
    expect(total?.low).toBeCloseTo(0.193, 3)
    expect(total?.high).toBeCloseTo(0.68, 3)
  })

  it('assign an hour that ends at midnight to the previous day', () => {
    const temps = [0, 1, 2, 3, 4].flatMap((i) =>
      fever(`一区${i}`, [
        [-1, 38],
        [0, 38],
      ]),
    )
    expect(todayOf(people('一区', 12), temps).cells['一区']).toMatchObject({ fever: 'small' })
    const both = [days(1), TODAY]
    const { units } = cohortOf(wearerDaysOf(people('一区', 12), temps, both), both)
    expect(units[0]?.cells.map((cell) => cell.fever)).toEqual([5, 'small'])
  })

  it('hide counts below five, and values from which they could be computed', () => {
    const { cells, total } = todayOf([...people('一区', 12), ...people('二区', 3), ...people('三区', 20)])
    expect(cells['二区']).toMatchObject({ wearers: 'small', hrZ: null })
    expect([cells['一区']?.wearers, cells['三区']?.wearers]).toContain('hidden')
    expect(total?.wearers).toBe(35)
    expect(todayOf(people('二区', 3)).total).toMatchObject({ wearers: 'small', share: null, low: null })
  })

  it("compare the pulse with the person's previous 14 days, excluding the day itself", () => {
    expect(todayOf(people('一区', 6, 78)).cells['一区']?.hrZ).toBeCloseTo(4, 1)
    expect(todayOf(people('一区', 6, 66)).cells['一区']?.hrZ).toBeCloseTo(-2, 1)
    const old = Array.from({ length: 6 }, (_, i) => [
      ...person(`p${i}`, '一区', 78),
      dayOf(`p${i}`, '一区', 'hr', days(15), 200),
    ]).flat()
    expect(todayOf(old).cells['一区']?.hrZ).toBeCloseTo(4, 1)
  })

  it('give no deviation with less than two days of baseline', () => {
    const given = Array.from({ length: 6 }, (_, i) => person(`p${i}`, '一区', 78, 2)).flat()
    expect(todayOf(given).cells['一区']).toMatchObject({ wearers: 6, hrZ: null, rrZ: null })
  })
})
