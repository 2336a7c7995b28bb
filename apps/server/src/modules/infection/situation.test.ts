import type { CityRow } from '@natim/contract/mon/infection'
import { describe, expect, it } from 'vitest'
import type { WearerDay } from '../wearable/index.ts'
import type { BreathDay } from './infection.repository.ts'
import { type SituationInput, situationOf } from './situation.ts'

const DAYS = Array.from({ length: 23 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
const TODAY = '2026-11-23'
const NORTH = '130100'
const SOUTH = '440100'

const breath = (regionCode: string, day: string, given: Partial<BreathDay> = {}): BreathDay => {
  const { tests = 20, presumptive = 0 } = given
  return { regionCode, day, tests, persons: tests, presumptive, presumptivePersons: presumptive, ...given }
}
const worn = (regionCode: string, count: number, given: Partial<WearerDay> = {}): WearerDay[] =>
  Array.from({ length: count }, () => ({
    regionCode,
    unit: '一区',
    day: TODAY,
    hasFever: false,
    hrZ: 0,
    rrZ: null,
    ...given,
  }))
const situation = (given: Partial<SituationInput>) =>
  situationOf({
    wearers: [],
    breath: [],
    days: DAYS,
    date: undefined,
    regionCode: undefined,
    nowMs: Date.parse('2026-11-23T10:00:00+08:00'),
    ...given,
  })
const rowOf = (cities: readonly CityRow[], code: string) => cities.find(({ regionCode }) => regionCode === code)

describe('a city on a day', () => {
  it('has shares with their counts and confidence interval', () => {
    const { total, totals, days, cities } = situation({
      wearers: [...worn(NORTH, 94), ...worn(NORTH, 6, { hasFever: true, hrZ: 3 })],
      breath: [breath(NORTH, TODAY, { tests: 60, presumptive: 9 })],
    })
    expect(rowOf(cities, NORTH)).toMatchObject({
      regionName: '河北 石家庄',
      fever: { n: 6, of: 100, share: 0.06 },
      breath: { n: 9, of: 60, share: 0.15 },
    })
    expect(total.fever.low).toBeCloseTo(0.0278, 4)
    expect(total.fever.high).toBeCloseTo(0.1248, 4)
    expect(total.hrZ).toBeCloseTo(0.18, 10)
    expect(total.rrZ).toBeNull()
    expect(totals).toHaveLength(days.length)
    expect(totals.at(-1)).toEqual(total)
    expect(totals.at(-2)?.fever).toMatchObject({ share: null })
  })

  it('hides counts below five persons, their shares, and anything they could be derived from', () => {
    const { total, cities } = situation({
      wearers: [...worn(NORTH, 12, { hrZ: 2 }), ...worn(SOUTH, 3, { hrZ: 2 }), ...worn('320100', 20)],
      breath: [breath(NORTH, TODAY, { tests: 30, presumptive: 4 })],
    })
    expect(rowOf(cities, SOUTH)).toMatchObject({ fever: { n: 'small', of: 'small', share: null }, hrZ: null })
    expect(rowOf(cities, NORTH)).toMatchObject({ fever: { of: 'hidden', share: null, low: null }, hrZ: null })
    expect(rowOf(cities, '320100')).toMatchObject({ fever: { of: 20 } })
    expect(rowOf(cities, NORTH)?.breath).toMatchObject({ n: 'small', of: 'hidden', share: null })
    expect(total.fever).toMatchObject({ of: 35, n: 'small', share: null })
  })

  it('goes by persons when several tests are of one person', () => {
    const many = { tests: 40, persons: 4, presumptive: 9, presumptivePersons: 3 }
    const { total, cities } = situation({ breath: [breath(NORTH, TODAY, many)] })
    expect(rowOf(cities, NORTH)).toMatchObject({
      breath: { n: 'small', of: 'small' },
      breathSignal: { isSignal: false },
    })
    expect(total.breath.share).toBeNull()
  })
})

describe('signals', () => {
  const rise = (days: readonly number[]) =>
    days.map((presumptive, index) => breath(NORTH, DAYS[DAYS.length - days.length + index] ?? '', { presumptive }))

  it('compare the day with the base nine days back, and report the first of the span', () => {
    const { cities, city, sentence } = situation({ breath: rise([1, 2, 1, 2, 1, 2, 1, 6, 9, 12]) })
    expect(rowOf(cities, NORTH)).toMatchObject({
      breathSignal: { need: 5, isSignal: true },
      signalDays: 3,
      firstSignal: '2026-11-21',
    })
    expect(city?.days.map(({ breathSignal }) => breathSignal.isSignal).slice(-4)).toEqual([false, true, true, true])
    expect(sentence).toContain('1 个城市出现信号：河北 石家庄（呼气疑似阳性 12 例，阈值 5）')
  })

  it('are computed for fever as well', () => {
    const { cities } = situation({
      wearers: [...worn(SOUTH, 40), ...worn(SOUTH, 5, { hasFever: true })],
    })
    expect(rowOf(cities, SOUTH)).toMatchObject({ feverSignal: { isSignal: true }, breathSignal: { isSignal: false } })
  })

  it('rank their cities first, by the requested day', () => {
    const quiet = DAYS.map((day) => breath(SOUTH, day, { tests: 200, presumptive: 60 }))
    const given = [...quiet, ...rise([1, 2, 1, 2, 1, 2, 1, 2, 1, 12])]
    const today = situation({ breath: given })
    expect(today.cities.map(({ regionCode }) => regionCode)).toEqual([NORTH, SOUTH])
    expect(today.city?.regionCode).toBe(NORTH)
    const earlier = situation({ breath: given, date: '2026-11-20', regionCode: SOUTH })
    expect(earlier).toMatchObject({ date: '2026-11-20', city: { regionCode: SOUTH } })
    expect(earlier.sentence).toContain('当日没有城市达到信号阈值')
    expect(situation({ breath: given, date: '2026-11-05' }).date).toBe(TODAY)
  })
})

it('handles a situation without any data', () => {
  const nothing = situation({})
  expect(nothing).toMatchObject({ cities: [], city: null, date: TODAY, days: DAYS.slice(9) })
  expect(nothing.sentence).toContain('人数不足，不显示')
})
