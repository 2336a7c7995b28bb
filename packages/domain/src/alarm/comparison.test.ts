import { describe, expect, it } from 'vitest'
import type { LimitKind } from '../limit.ts'
import { metricByCode } from '../metrics.ts'
import { type ChannelLimit, compileBranch, compileBranches, isOutOfReach, spanText } from './comparison.ts'
import { type LimitBranch, type RuleBranch, subjectsOf, type ThresholdBranch } from './rule.ts'

const metricOf = (code: string) => {
  const metric = metricByCode(code)
  if (!metric) throw new Error(`no metric ${code}`)
  return metric
}
const limit = (
  kind: LimitKind,
  level: string,
  avgPeriod: string,
  value: number,
  op: '>' | '>=' = '>=',
): ChannelLimit => ({
  kind,
  level,
  avgPeriod,
  op,
  value,
  name: level ? `${kind}-${level}` : kind,
})
const LIMITS: readonly ChannelLimit[] = [
  limit('AEGL', '2', '10min', 2.8),
  limit('AEGL', '2', '60min', 2),
  limit('AEGL', '2', '8h', 0.71),
  limit('AEGL', '3', '60min', 20),
  limit('HJ169', '终点-2', '60min', 2),
  limit('IDLH', '', 'instant', 10),
  limit('OEL_STEL', '', '15min', 3, '>'),
  limit('OEL_TWA', '', '8h', 1, '>'),
  limit('GB3095', '', '1h', 200, '>'),
  limit('GB3095', '', 'day', 80, '>'),
  limit('GB3095', '', 'year', 40, '>'),
  limit('OWN', '', '90s', 4),
  limit('OWN', '', '86400s', 4),
]
const compile = (branch: RuleBranch, { code = 'cl2', periodS = 5 } = {}) =>
  compileBranch(branch, 4, { metric: metricOf(code), periodS, limits: LIMITS })
const branchOf = (kind: LimitKind, level = '', rest: Partial<LimitBranch> = {}): LimitBranch => ({
  type: 'limit',
  severity: 2,
  kind,
  level,
  clearShare: 0.9,
  forS: 120,
  clearForS: 600,
  ...rest,
})
const threshold = (rest: Partial<ThresholdBranch> = {}): ThresholdBranch => ({
  type: 'threshold',
  severity: 3,
  op: '>=',
  value: 20,
  avgS: 0,
  forS: 0,
  clearForS: 60,
  ...rest,
})

describe('limit branches', () => {
  it('give one comparison for each averaging period, or for the selected one', () => {
    expect(compile(branchOf('AEGL', '2')).map(({ figure, value }) => [figure, value])).toEqual([
      [{ kind: 'mean', avgS: 600 }, 2.8],
      [{ kind: 'mean', avgS: 3_600 }, 2],
      [{ kind: 'mean', avgS: 28_800 }, 0.71],
    ])
    expect(compile(branchOf('AEGL', '2', { avgPeriod: '60min' }))).toEqual([
      {
        branch: 4,
        severity: 2,
        figure: { kind: 'mean', avgS: 3_600 },
        op: '>=',
        value: 2,
        clearOp: '<',
        clearValue: 1.8,
        forS: 120,
        clearForS: 600,
        n: 1,
        m: 1,
        text: 'AEGL-2（60 min）',
      },
    ])
  })

  it.each([
    ['HJ169', '终点-2', { kind: 'mean', avgS: 3_600 }],
    ['OEL_STEL', '', { kind: 'mean', avgS: 900 }],
    ['OEL_TWA', '', { kind: 'mean', avgS: 28_800 }],
    ['IDLH', '', { kind: 'sample' }],
    ['OWN', '', { kind: 'mean', avgS: 120 }],
  ] as const)('%s %s is judged as published', (kind, level, figure) => {
    expect(compile(branchOf(kind, level)).map((comparison) => comparison.figure)).toEqual([figure])
  })

  it('take their operator from the limit', () => {
    expect(compile(branchOf('OEL_STEL')).map(({ op }) => op)).toEqual(['>'])
    expect(compile(branchOf('IDLH')).map(({ op }) => op)).toEqual(['>='])
  })

  it('need two consecutive readings, or one where the period is minutes long or absent', () => {
    const readings = (periodS: number) => compile(branchOf('IDLH'), { periodS }).map(({ n, m }) => [n, m])
    expect([readings(5), readings(299), readings(300), readings(0)]).toEqual([[[2, 2]], [[2, 2]], [[1, 1]], [[1, 1]]])
  })

  it('judge ambient air by clock means; a full hour needs no further hold, annual limits are skipped', () => {
    expect(compile(branchOf('GB3095', '', { forS: 600 }))).toMatchObject([
      { figure: { kind: 'clock', avgPeriod: '1h' }, forS: 0, clearForS: 0, text: 'GB3095' },
      { figure: { kind: 'clock', avgPeriod: 'day' }, forS: 0, clearForS: 0 },
    ])
    expect(compile(branchOf('GB3095', '', { avgPeriod: '1h', forS: 7_200 }))).toMatchObject([{ forS: 7_200 }])
  })

  it('give nothing where the channel has no such limit', () => {
    expect(compile(branchOf('ERPG', '2'))).toEqual([])
  })
})

describe('threshold branches', () => {
  const clearOf = (code: string, rest: Partial<ThresholdBranch>) =>
    compile(threshold(rest), { code }).map(({ clearOp, clearValue }) => `${clearOp}${clearValue}`)

  it.each([
    ['a tenth of a concentration', 'cl2', { value: 20 }, '<18'],
    ['upward for a lower bound', 'cl2', { op: '<', value: 20 }, '>22'],
    ['of a negative value', 'cl2', { value: -20 }, '<-22'],
    ['1 ℃', 'air_temp', { value: 40 }, '<39'],
    ['3 dB', 'noise_leq', { value: 70 }, '<67'],
    ['2 %RH', 'air_rh', { op: '<=', value: 20 }, '>22'],
    ['5 hPa', 'air_press', { op: '<', value: 980 }, '>985'],
    ['none for angles: the opposite', 'wind_dir', { value: 180 }, '<180'],
    ['none for a status: the opposite', 'cab_door', { op: '>', value: 0 }, '<=0'],
    ['the value it was given', 'cl2', { value: 20, clearValue: 12 }, '<12'],
    ['the opposite at the same value', 'cl2', { op: '>', value: 20, clearValue: 20 }, '<=20'],
  ] as const)('clear by %s', (_, code, rest, expected) => {
    expect(clearOf(code, rest)).toEqual([expected])
  })

  it('compare readings or means', () => {
    expect(compile(threshold({ n: 2, m: 3 }))).toMatchObject([{ figure: { kind: 'sample' }, n: 2, m: 3 }])
    expect(compile(threshold({ avgS: 600 }))).toMatchObject([{ figure: { kind: 'mean', avgS: 600 }, n: 1, m: 1 }])
  })
})

describe('other branches', () => {
  it('compare a change with its sign', () => {
    const rate: RuleBranch = { type: 'rate', severity: 3, op: '<', perMin: -2, overS: 60, forS: 0, clearForS: 60 }
    expect(compile(rate)).toMatchObject([
      { figure: { kind: 'rate', overS: 60 }, op: '<', clearOp: '>', clearValue: -1.8 },
    ])
  })

  it('give no comparison for other subjects, and keep their index', () => {
    const stuck: RuleBranch = { type: 'stuck', severity: 5, forS: 0, clearForS: 0 }
    const context = { metric: metricOf('cl2'), periodS: 5, limits: LIMITS }
    expect(compileBranches([stuck, threshold()], context).map(({ branch }) => branch)).toEqual([1])
  })
})

describe('isOutOfReach', () => {
  const sample = { figure: { kind: 'sample' }, op: '>=', value: 20 } as const

  it('is true when the range ends below a limit', () => {
    expect([10, 20, 30, null].map((hi) => isOutOfReach(sample, hi))).toEqual([true, false, false, false])
    expect(isOutOfReach({ ...sample, op: '>' }, 20)).toBe(true)
  })

  it('never applies to lower bounds, changes or sums', () => {
    expect(isOutOfReach({ ...sample, op: '<' }, 10)).toBe(false)
    expect(isOutOfReach({ ...sample, figure: { kind: 'rate', overS: 60 } }, 10)).toBe(false)
    expect(isOutOfReach({ ...sample, figure: { kind: 'mean', avgS: 3_600 } }, 10, 'sum')).toBe(false)
  })
})

it.each([
  [90, '90 s'],
  [3_600, '60 min'],
  [28_800, '8 h'],
  [5_400, '90 min'],
])('%i s reads %s', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})

describe('index branches', () => {
  const branch = { type: 'index', of: 'city', span: 'day', value: 201, severity: 2, forS: 0, clearForS: 0 } as const
  const context = { metric: { code: 'pm25', unit: 'µg/m³', agg: 'avg' }, periodS: 60, limits: [] } as const
  const index = { station: { id: 's1', name: '甲站' }, city: { id: '320500', name: '苏州' } }

  it('describe the place whose alarms the channel carries, without a unit', () => {
    expect(compileBranch(branch, 0, { ...context, index })).toMatchObject([
      { figure: { kind: 'clock', avgPeriod: 'aqi-day-city' }, op: '>=', value: 201, clearOp: '<', about: '苏州 AQI' },
    ])
  })

  it('give nothing for a channel that carries no place, or none of that kind', () => {
    expect(compileBranch(branch, 0, context)).toEqual([])
    expect(compileBranch(branch, 0, { ...context, index: { station: index.station } })).toEqual([])
  })

  it('hold for whole reports; a shorter hold time is met by each report', () => {
    const [day] = compileBranch({ ...branch, forS: 3_600, clearForS: 172_800 }, 0, { ...context, index })
    expect([day?.forS, day?.clearForS]).toEqual([0, 172_800])
  })

  it('need a rule of their own', () => {
    expect(subjectsOf(['index', 'cluster'])).toEqual(['place'])
    expect(subjectsOf(['index', 'threshold'])).toHaveLength(2)
  })
})

describe('the toxicity level', () => {
  const context = { metric: metricOf('cl2'), periodS: 10, limits: LIMITS }
  const linesOf = (level: 1 | 2 | 3 | 4) =>
    compileBranch({ type: 'toxicLoad', severity: 1, level, forS: 0, clearForS: 10 }, 0, context).map(
      ({ figure, op, value, clearOp, clearForS }) => [figure, op, value, clearOp, clearForS],
    )

  it('is reached at its line in any window that has one, and clears after a minute', () => {
    expect(linesOf(4)).toContainEqual([{ kind: 'mean', avgS: 3_600 }, '>=', 20, '<', 60])
    expect(linesOf(3)).toContainEqual([{ kind: 'mean', avgS: 3_600 }, '>=', 2, '<', 60])
  })
})
