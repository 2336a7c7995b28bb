import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiItems, reportColumns } from '@natim/domain/aqi'
import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it, test } from 'vitest'
import { aqiColumns, aqiSheetTitle } from './aqi-sheet.ts'

const figure = (value: number | null, iaqi: number | null, isPlanned = true) => ({ value, iaqi, isPlanned, n: 0 })
const row = (given: Partial<AqiRow> = {}): AqiRow => ({
  id: '320500',
  name: '苏州',
  regionName: '江苏',
  aqi: null,
  leading: [],
  figures: [],
  rev: 1,
  computedMs: null,
  stations: 3,
  ...given,
})
const report = (given: Partial<AqiReport> = {}): AqiReport => ({
  toMs: parseGmt8('2026-03-11 00:00:00') ?? 0,
  date: '2026-03-10',
  standard: 2026,
  isTrial: false,
  isGasAt273K: false,
  due: null,
  columns: reportColumns('day', 2026).flatMap((i) => aqiItems('day')[i] ?? []),
  rows: [],
  ...given,
})
/** Cells of a row by column title. */
const cells = (of: AqiRow, given: Partial<AqiReport> = {}) =>
  Object.fromEntries(aqiColumns(report(given), '城市').map(({ title, value }) => [title, value(of)]))

describe('the columns of a report', () => {
  it('are a concentration with its unit and an index for each item, between the place and the results', () => {
    expect(aqiColumns(report(), '城市').map(({ title }) => title)).toEqual([
      '城市',
      '所属区域',
      ...['SO₂ 24 h', 'NO₂ 24 h', 'PM10 24 h'].flatMap((name) => [`${name} µg/m³`, `${name} 分指数`]),
      'CO 24 h mg/m³',
      'CO 24 h 分指数',
      ...['O₃ 8 h 最大', 'PM2.5 24 h'].flatMap((name) => [`${name} µg/m³`, `${name} 分指数`]),
      'AQI',
      '首要污染物',
      '级别',
      '类别',
    ])
  })

  test.each([
    ['a value and its index', figure(35, 50), 35, 50],
    ['zero is a value', figure(0, 0), 0, 0],
    ['missing', figure(null, null), 'NA', 'NA'],
    ['not in the plan', figure(null, null, false), '/', '/'],
    ['printed without an index of its own', figure(35, null), 35, '—'],
  ])('%s', (_, given, concentration, index) => {
    const columns = [{ pollutant: 'pm25', mean: 'day' }] as const
    expect(cells(row({ figures: [given] }), { columns: [...columns] })).toMatchObject({
      'PM2.5 24 h µg/m³': concentration,
      'PM2.5 24 h 分指数': index,
    })
  })

  test('marks unplanned items that a row has no data for', () => {
    expect(cells(row())).toMatchObject({ 'SO₂ 24 h µg/m³': '/', 'SO₂ 24 h 分指数': '/' })
  })

  test.each([
    [50, [], '—', '一级', '优'],
    [51, ['pm25'], 'PM2.5', '二级', '良'],
    [100, ['o3'], 'O₃', '二级', '良'],
    [101, ['pm10', 'pm25'], 'PM10、PM2.5', '三级', '轻度污染'],
    [301, ['co'], 'CO', '六级', '严重污染'],
  ] as const)('an AQI of %i with its leading items, level and name', (aqi, leading, names, level, name) => {
    expect(cells(row({ aqi, leading: [...leading] }))).toMatchObject({
      城市: '苏州',
      所属区域: '江苏',
      AQI: aqi,
      首要污染物: names,
      级别: level,
      类别: name,
    })
  })

  test('has neither level nor name without an AQI', () => {
    expect(cells(row())).toMatchObject({ AQI: 'NA', 首要污染物: '—', 级别: '—', 类别: '—' })
  })
})

describe('the title of a sheet', () => {
  test.each([
    ['day', {}, '空气质量日报 2026-03-10 按 HJ 633-2026 评价'],
    ['hour', {}, '空气质量实时报 2026-03-11 00:00 按 HJ 633-2026 评价'],
    ['day', { standard: 2012, isTrial: true }, '空气质量日报 2026-03-10 按 HJ 633-2012 试算 非发布值'],
    [
      'day',
      { standard: 2012, date: '2018-08-31', isGasAt273K: true },
      '空气质量日报 2018-08-31 按 HJ 633-2012 评价 气体浓度参比状态 273 K',
    ],
  ] as const)('of %s with %j', (span, given, title) => {
    expect(aqiSheetTitle(report(given), span)).toBe(title)
  })
})
