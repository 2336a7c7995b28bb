import { describe, expect, it } from 'vitest'
import type { RuleBody, RuleBranch } from './rule.ts'
import { ruleSentence, type SentenceLine } from './sentence.ts'

const names = {
  metric: (code: string) => ({ cl2: '氯气', cab_door: '机箱门' })[code],
  unit: (code: string) => ({ cl2: 'ppm' })[code],
  region: (prefix: string) => ({ 32: '江苏省' })[prefix],
  stationType: (code: string) => ({ chem_park: '化工园区', port: '口岸' })[code],
}
const bodyOf = (branches: readonly RuleBranch[], rest: Partial<RuleBody> = {}): RuleBody => ({
  place: 'public',
  scope: { metricCodes: ['cl2'] },
  branches,
  autoClear: true,
  latch: true,
  ...rest,
})
const textOf = (line: SentenceLine | undefined) => (line?.parts ?? []).map(({ text }) => text).join('')
const textsOf = (body: RuleBody) => ruleSentence(body, names).map(textOf)
const branchText = (branch: RuleBranch) => textsOf(bodyOf([branch]))[1]
const HELD = { forS: 120, clearForS: 600 } as const
const AEGL2: RuleBranch = {
  type: 'limit',
  severity: 2,
  kind: 'AEGL',
  level: '2',
  avgPeriod: '60min',
  clearShare: 0.9,
  ...HELD,
}

describe('ruleSentence', () => {
  it('states what it watches, one line per branch, and how it ends', () => {
    const scope = { metricCodes: ['cl2'], stationTypes: ['chem_park', 'port'], tags: ['重点'] }
    const corroborate = { neighbours: 1, radiusKm: 5, capSeverity: 4, verifyS: 600 } as const
    expect(textsOf(bodyOf([AEGL2], { scope, corroborate }))).toEqual([
      '全国带重点标签的化工园区、口岸站点，氯气：',
      '60 min 滑动均值达到 AEGL-2 并持续 2 min，报重大；低于限值的 90 % 满 10 min 降级或恢复。',
      '5 km 内另有 1 台设备印证前不高于一般，10 min 无人核实升至重大。',
      '恢复后仍须确认。数据中断不算恢复。',
    ])
  })

  it('[BZ-20] mentions the country only where no device or station is named, and spaces joined texts', () => {
    const own: RuleBranch = { ...AEGL2, kind: 'OWN', level: 'T', avgPeriod: 'instant' }
    const [scope, branch] = textsOf(bodyOf([own], { scope: { metricCodes: ['cl2'], deviceIds: ['a', 'b'] } }))
    expect(scope).toBe('设备 a、b，氯气：')
    expect(branch).toContain('单个读数达到自定限值 T 并持续')
    expect(textsOf(bodyOf([{ ...own, level: '2' }]))[1]).toContain('单个读数达到自定限值 2 级并持续')
    expect(textsOf(bodyOf([own]))[0]).toBe('全国，氯气：')
  })

  it('joins the conditions of a composite branch', () => {
    expect(
      branchText({
        type: 'composite',
        severity: 3,
        forS: 60,
        clearForS: 300,
        conditions: [
          { type: 'threshold', op: '>=', value: 5, avgS: 600, forS: 0, clearForS: 0 },
          { type: 'rate', op: '>', perMin: 0.5, overS: 60, forS: 30, clearForS: 0 },
          { type: 'threshold', op: '>', value: 40, avgS: 0, forS: 0, clearForS: 0, not: true },
        ],
      }),
    ).toBe(
      '10 min 滑动均值达到 5 ppm，且 1 min 内每分钟上升超过 0.5 ppm 持续 30 s，且没有单个读数高于 40 ppm 并持续 1 min，报较大；条件不再成立满 5 min 降级或恢复。',
    )
  })

  it('names the field of every editable word', () => {
    const [scope, branch] = ruleSentence(
      bodyOf([AEGL2], { scope: { metricCodes: ['cl2'], regionPrefixes: ['32'] } }),
      names,
    )
    expect(scope?.parts).toContainEqual({ text: '江苏省', field: 'scope.regionPrefixes' })
    expect(branch?.severity).toBe(2)
    expect(branch?.parts.filter(({ field }) => field)).toEqual([
      { text: '60 min 滑动均值', field: 'branches.0.avgPeriod' },
      { text: 'AEGL-2', field: 'branches.0.level' },
      { text: '2 min', field: 'branches.0.forS' },
      { text: '重大', field: 'branches.0.severity' },
      { text: '90 %', field: 'branches.0.clearShare' },
      { text: '10 min', field: 'branches.0.clearForS' },
    ])
  })

  it.each<[RuleBranch, string]>([
    [
      { type: 'threshold', severity: 3, op: '>=', value: 0.5, avgS: 600, clearValue: 0.45, ...HELD },
      '10 min 滑动均值达到 0.5 ppm 并持续 2 min，报较大；低于 0.45 ppm 满 10 min 降级或恢复。',
    ],
    [
      { type: 'threshold', severity: 4, op: '<', value: 19.5, avgS: 0, n: 2, m: 3, forS: 0, clearForS: 0 },
      '单个读数最近 3 次中有 2 次低于 19.5 ppm，报一般；高于恢复值即降级或恢复。',
    ],
    [
      { type: 'rate', severity: 5, op: '<', perMin: -2, overS: 300, ...HELD },
      '5 min 内每分钟下降超过 2 ppm 并持续 2 min，报提示；条件不再成立满 10 min 降级或恢复。',
    ],
    [{ type: 'nodata', severity: 4, ...HELD }, '没有可用数据达 2 min，报一般；条件不再成立满 10 min 降级或恢复。'],
    [
      { type: 'status', severity: 4, statuses: ['offline', 'fault'], ...HELD },
      '设备离线或故障并持续 2 min，报一般；条件不再成立满 10 min 降级或恢复。',
    ],
    [
      { type: 'toxicLoad', severity: 1, level: 4, ...HELD },
      '空气毒性等级达到 4 级并持续 2 min，报特别重大；条件不再成立满 10 min 降级或恢复。',
    ],
    [
      { type: 'index', severity: 2, of: 'city', span: 'day', value: 201, forS: 0, clearForS: 0 },
      '城市日 AQI 达到 201，报重大；条件不再成立即降级或恢复。',
    ],
    [
      { type: 'cluster', severity: 2, of: 'station', count: 3, radiusKm: 5, withinS: 600, forS: 0, clearForS: 600 },
      '10 min 内，5 km 内有 3 个站点先后报警且未恢复，合并报重大；不足 3 个站点满 10 min 降级或恢复。',
    ],
    [
      { type: 'event', severity: 2, eventType: 'nbc.chem', maxLevel: 2, ...HELD },
      '设备上报 nbc.chem 事件且等级不低于 2 级并持续 2 min，报重大；条件不再成立满 10 min 降级或恢复。',
    ],
    [
      { type: 'limit', severity: 1, kind: 'IDLH', level: '', clearShare: 0.9, ...HELD },
      '单个读数达到 IDLH 并持续 2 min，报特别重大；低于限值的 90 % 满 10 min 降级或恢复。',
    ],
    [
      { type: 'limit', severity: 2, kind: 'HJ169', level: '终点-2', clearShare: 0.9, ...HELD },
      '各时段均值达到大气毒性终点-2 并持续 2 min，报重大；低于限值的 90 % 满 10 min 降级或恢复。',
    ],
  ])('%#', (branch, expected) => {
    expect(branchText(branch)).toBe(expected)
  })

  it('mentions no automatic end where only a person ends the alarm', () => {
    expect(textsOf(bodyOf([AEGL2], { autoClear: false })).slice(1)).toEqual([
      '60 min 滑动均值达到 AEGL-2 并持续 2 min，报重大。',
      '只能由人员解除。数据中断不算恢复。',
    ])
  })
})
