import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { describe, expect, it } from 'vitest'
import { createDeviceStates } from '../../lib/socket/device-states.ts'
import { createLiveValues } from '../../lib/socket/live-values.ts'
import { arrange, rankRows, snapshotCsv } from './matrix-model.ts'

const NOW = 1_000_000_000
const column: MatrixColumn = {
  metricCode: 'cl2',
  name: '氯气',
  formula: 'Cl₂',
  unit: 'ppm',
  precision: 2,
  limits: [
    { name: 'STEL', value: 0.5, avgPeriod: 'instant', op: '>=', severity: 3, source: '' },
    { name: 'MAC', value: 2, avgPeriod: 'instant', op: '>=', severity: 2, source: '' },
    { name: 'AEGL-3', value: 20, avgPeriod: '60min', op: '>=', severity: 1, source: '' },
  ],
}
const row = (channelNo: number, name: string, given: Partial<MatrixRow> = {}): MatrixRow => ({
  id: name,
  name,
  clientId: `GT-${channelNo}`,
  status: 'online',
  regionCode: '320100',
  regionText: '江苏省南京市',
  stationName: null,
  lastSeen: NOW,
  cells: [{ metricCode: 'cl2', channelNo, periodS: 10, means: {}, latest: null }],
  ...given,
})
const values = createLiveValues((work) => work())
values.apply([
  [1, NOW, 0.1, 0],
  [2, NOW, 2.31, 0],
  [3, NOW, 0.6, 0],
  [4, NOW - 60_000, 9, 0],
])
const live = { values, states: createDeviceStates() }
const rows = [row(1, '甲'), row(2, '乙'), row(3, '丙', { regionCode: '310000' }), row(4, '丁')]
const ranked = rankRows(rows, [column], live, NOW)
const names = (filter: Partial<Parameters<typeof arrange>[1]>) =>
  arrange(ranked, { keyword: '', onlyAbnormal: false, sort: 'name', ...filter }).map((one) => one.name)

describe('the live matrix', () => {
  it('sorts the most severe first; a stale value counts as missing, not by its old level', () => {
    expect(names({ sort: 'worst' })).toEqual(['乙', '丙', '丁', '甲'])
  })

  it('prefers the level of an open alarm to that of a limit, and ranks the device by it even without reports', () => {
    const cell = { metricCode: 'cl2', channelNo: 2, periodS: 10, means: {}, latest: null }
    const alarmed = [
      row(1, '甲', { cells: [{ ...cell, channelNo: 1, severity: 4 }], severity: 4 }),
      // Level 2 by its limit, level 5 by the alarm that was raised.
      row(2, '乙', { cells: [{ ...cell, severity: 5 }], severity: 5 }),
      row(4, '丁', { severity: 1 }),
    ]
    const levels = rankRows(alarmed, [column], live, NOW).map(({ worst, isAbnormal }) => [worst, isAbnormal])
    expect(levels).toEqual([
      [4, true],
      [5, true],
      [1, true],
    ])
  })

  it("ranks by the channel's limits in its zone, and by its means", () => {
    const cellOf = (channelNo: number, given: Partial<MatrixRow['cells'][number]>) => ({
      cells: [{ metricCode: 'cl2', channelNo, periodS: 10, means: {}, latest: null, ...given }],
    })
    const own = [{ name: '自定', value: 0.05, avgPeriod: 'instant', op: '>=', severity: 4, source: '' }] as const
    const given = [
      row(1, '甲', cellOf(1, { limits: [...own] })),
      row(2, '乙', cellOf(2, { limits: [] })),
      row(3, '丙', cellOf(3, { means: { '60min': 21 } })),
      row(3, '丁', cellOf(3, { means: { '60min': null } })),
    ]
    expect(rankRows(given, [column], live, NOW).map(({ worst }) => worst)).toEqual([4, 6, 1, 3])
  })

  it('filters to abnormal devices', () => {
    expect(names({ sort: 'worst', onlyAbnormal: true })).toEqual(['乙', '丙', '丁'])
  })

  it('finds by name, client id and region', () => {
    expect(names({ keyword: 'gt-3' })).toEqual(['丙'])
    expect(names({ keyword: '南京' })).toHaveLength(4)
  })

  it('is saved as CSV that a spreadsheet reads as text and numbers only', () => {
    const [head, ...lines] = snapshotCsv([row(1, '=cmd|x'), row(9, 'a"b,c')], [column], live, String)
      .trimEnd()
      .split('\r\n')
    expect(head).toBe('\uFEFF设备,客户端ID,站点,区域,状态,氯气 (ppm),时间')
    expect(lines[0]).toBe(`'=cmd|x,GT-1,,江苏省南京市,在线,0.10,${NOW}`)
    expect(lines[1]).toBe('"a""b,c",GT-9,,江苏省南京市,在线,,')
  })
})
