import type { BoardFilter } from '@natim/contract/mon/wearable'
import { QUALITY } from '@natim/domain/quality'
import { MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { sightOf } from '../subject/index.ts'
import type { LatestRecord, WearerRecord } from './board.repository.ts'
import { byRisk, countFilters, isInFilter, toCard } from './board.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:30+08:00')
const WEARER: WearerRecord = {
  id: 'b1',
  subjectId: 's1',
  subjectCode: 'B-7K2Q8M3XTD',
  ageBand: '60-74',
  sex: 'male',
  pregnant: false,
  unit: '发热病区',
  site: 'wrist',
  scaleOrder: null,
  boundFromMs: 0,
  regionCode: '130100',
  deviceId: 'd1',
  lng: null,
  lat: null,
  deviceNo: 1,
  deviceName: '手环 1#',
  clientId: 'W-1',
  status: 'online',
  batteryPct: 48,
  lastMs: NOW_MS,
  windowMs: NOW_MS - MINUTE_MS,
  hrN: 5,
  points: [0, 0, null, null, 0, null, 0],
  total: 0,
  severity: null,
  rr: 16,
  spo2: 97,
  spo2Scale: 1,
  onOxygen: null,
  sbp: null,
  hr: 70,
  consciousness: null,
  temp: 36.8,
}
const WINDOW_MS = NOW_MS - MINUTE_MS
const NOTHING = Array.from({ length: 7 }, () => null)
const wearer = (given: Partial<WearerRecord>): WearerRecord => ({ ...WEARER, ...given })
const OFFICER = { permissions: new Set(['mon:health:view'] as const) }
const cardOf = (given: Partial<WearerRecord>, latest: readonly LatestRecord[] = [], isOpen = true) =>
  toCard(wearer(given), { latest, hours: [] }, sightOf(OFFICER, isOpen), NOW_MS)

describe('order of wearers', () => {
  it.each<[string, Partial<WearerRecord>, Partial<WearerRecord>]>([
    ['a graver level before a higher score', { severity: 2, total: 7 }, { severity: 3, total: 9 }],
    ['a raised one before none', { severity: 3, total: 3 }, { severity: null, total: 4 }],
    ['the higher score of one level', { severity: 2, total: 9 }, { severity: 2, total: 7 }],
    [
      'of one score a single 3',
      { severity: 3, total: 5, points: [3, 2, null, null, 0, null, 0] },
      { severity: 3, total: 5, points: [2, 2, null, null, 1, null, 0] },
    ],
    ['whoever has a window before whoever has none', { total: 0 }, { total: null, points: null, windowMs: null }],
    ['a calm wearer before a device that is off', { total: 0 }, { status: 'offline', severity: 2, total: 9 }],
    ['a calm wearer before one that is not worn', { total: 0 }, { hrN: 0, severity: 2, total: 9 }],
    ['the code of those that are alike', { subjectCode: 'B-1' }, { subjectCode: 'B-2' }],
  ])('%s', (_name, first, second) => {
    const rows = [wearer({ ...second, id: 'second' }), wearer({ ...first, id: 'first' })]
    expect(rows.toSorted(byRisk).map(({ id }) => id)).toEqual(['first', 'second'])
    expect(rows.toReversed().toSorted(byRisk)[0]?.id).toBe('first')
  })
})

describe('contents of the filters', () => {
  it.each<[string, Partial<WearerRecord>, BoardFilter[]]>([
    ['a calm wearer', {}, ['all', 'calm']],
    ['level 2', { severity: 2 }, ['all', 'severe']],
    ['level 3', { severity: 3 }, ['all', 'raised']],
    ['not worn: of no level, whatever was scored', { severity: 2, hrN: 0 }, ['all', 'unworn']],
    [
      'offline: of no level, and worn or not nobody knows',
      { severity: 2, hrN: 0, status: 'offline' },
      ['all', 'offline'],
    ],
    [
      'bound within the window without a pulse: worn or not nobody knows yet',
      { hrN: 0, boundFromMs: WINDOW_MS - 5 * MINUTE_MS + 1, points: NOTHING, total: 0 },
      ['all', 'calm'],
    ],
    ['bound as that window began', { hrN: 0, boundFromMs: WINDOW_MS - 5 * MINUTE_MS }, ['all', 'unworn']],
    ['never heard', { status: 'inactive', hrN: null }, ['all', 'offline']],
    ['a charge of 14', { batteryPct: 14 }, ['all', 'calm', 'low']],
    ['a charge of 15', { batteryPct: 15 }, ['all', 'calm']],
    ['no charge told', { batteryPct: null }, ['all', 'calm']],
    ['a fault of the device', { status: 'fault', severity: 3 }, ['all', 'raised']],
    ['no window yet', { hrN: null, windowMs: null, points: null, total: null }, ['all', 'calm']],
  ])('%s', (_name, given, filters) => {
    const counts = countFilters([wearer(given)])
    const holding = Object.entries(counts).flatMap(([filter, count]) => (count === 1 ? [filter] : []))
    expect(holding.toSorted()).toEqual(filters.toSorted())
    for (const filter of Object.keys(counts) as BoardFilter[])
      expect(isInFilter(filter, wearer(given))).toBe(filters.includes(filter))
  })
})

describe('a card', () => {
  const sample = (given: Partial<LatestRecord> = {}): LatestRecord => ({
    deviceNo: 1,
    metricCode: 'hr',
    v: 118,
    tsMs: NOW_MS - MINUTE_MS,
    q: 0,
    ...given,
  })

  it.each<[string, Partial<LatestRecord>, number | null]>([
    ['of half an hour ago is none of now', { tsMs: NOW_MS - 30 * MINUTE_MS }, null],
    ['of just under half an hour is', { tsMs: NOW_MS - 30 * MINUTE_MS + 1 }, 118],
    ['that is invalid is none', { q: QUALITY.stuck }, null],
    ['that somebody put right is one', { q: QUALITY.stuck | QUALITY.manuallyValid }, 118],
    ['of another device is none', { deviceNo: 2 }, null],
    ['of another metric is none', { metricCode: 'rr' }, null],
  ])('accepts a value as the pulse: one %s', (_name, given, value) => {
    expect(cardOf({}, [sample(given)]).vitals.hr.value).toBe(value)
  })

  it('shows skin temperature beside body temperature, never in its place', () => {
    const card = cardOf({ temp: null }, [sample({ metricCode: 'temp_skin', v: 34.1 })])
    expect([card.skin, card.vitals.temp.value, card.score?.vitals.temp]).toEqual([34.1, null, null])
  })

  it.each<[string, Partial<WearerRecord>, string | null]>([
    ['under 16', { ageBand: '12-17', severity: 2, total: 9 }, '16 岁以下不适用 NEWS2'],
    ['pregnant', { pregnant: true, severity: 2, total: 9 }, '孕期不适用 NEWS2'],
    ['without a window', { windowMs: null }, null],
  ])('has no score for a person %s', (_name, given, why) => {
    const { score, exclusion } = cardOf(given)
    expect([score, exclusion]).toEqual([null, why])
  })

  it('contains neither instants nor the device when masked', () => {
    const masked = cardOf({}, [sample()], false)
    expect(masked).toMatchObject({ subjectCode: 'B-7K2Q****TD', deviceName: null, clientId: null, lastMs: null })
    expect([masked.vitals.hr, masked.score?.windowMs]).toEqual([{ value: 118, tsMs: null, band: null }, null])
    const open = cardOf({}, [sample()])
    expect(open).toMatchObject({ subjectCode: 'B-7K2Q8M3XTD', deviceName: '手环 1#', clientId: 'W-1', lastMs: NOW_MS })
    expect([open.vitals.hr.tsMs, open.score?.windowMs]).toEqual([NOW_MS - MINUTE_MS, NOW_MS - MINUTE_MS])
  })

  it.each([
    [null, null],
    [0, false],
    [1, true],
  ])('derives from %s pulse samples in a window whether the device is worn: %s', (hrN, isWorn) => {
    expect(cardOf({ hrN }).isWorn).toBe(isWorn)
  })

  it('shows neither unworn nor a score if the binding began within a window without a pulse', () => {
    const bound = { boundFromMs: WINDOW_MS - 10_000, points: NOTHING, total: 0 }
    expect(cardOf({ ...bound, hrN: 0 })).toMatchObject({ isWorn: null, score: null })
    expect(cardOf({ ...bound, hrN: 1 })).toMatchObject({ isWorn: true, score: { total: 0 } })
  })
})
