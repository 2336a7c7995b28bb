import { expect, it } from 'vitest'
import { metricByCode } from '../metrics.ts'
import { inMetricUnits } from './given-units.ts'
import type { RuleBranch } from './rule.ts'

const metrics = (...codes: string[]) => codes.flatMap((code) => metricByCode(code) ?? [])
const threshold = (rest: object): RuleBranch =>
  ({ type: 'threshold', severity: 3, op: '>=', value: 10, avgS: 0, forS: 0, clearForS: 60, ...rest }) as RuleBranch

it('[BZ-20] leaves figures without a unit unchanged, whatever the rule watches', () => {
  const branches = [threshold({}), { ...threshold({}), type: 'nodata' } as RuleBranch]
  expect(inMetricUnits(branches, [])).toEqual({ branches })
})

it('[BZ-20] stores figures in the unit of the metric: thresholds with their clear value, rates without the offset', () => {
  const rate = { type: 'rate', severity: 4, op: '>', perMin: 18, overS: 60, forS: 0, clearForS: 60, unit: '℉' }
  const given = [threshold({ unit: 'mg/m3', clearValue: 5 })]
  // Chlorine: 10 mg/m³ × 24.45 / 70.906.
  expect(inMetricUnits(given, metrics('cl2'))).toEqual({
    branches: [threshold({ value: 3.44823, clearValue: 1.72411 })],
  })
  const { unit: _unit, ...plain } = rate
  expect(inMetricUnits([{ ...rate, unit: '℃' } as RuleBranch], metrics('air_temp'))).toEqual({ branches: [plain] })
  const composite = (condition: object) =>
    ({ type: 'composite', severity: 2, forS: 0, clearForS: 0, conditions: [condition] }) as unknown as RuleBranch
  expect(inMetricUnits([composite(threshold({ unit: 'ppb' }))], metrics('cl2'))).toEqual({
    branches: [composite(threshold({ value: 0.01 }))],
  })
})

it.each([
  ['a unit that does not convert', 'dB', ['cl2'], '第 2 个分支的单位：氯气的单位是 ppm，不能由 dB 换算'],
  ['a unit that nobody knows', 'kg', ['cl2'], '第 2 个分支的单位：氯气的单位是 ppm，不能由 kg 换算'],
  [
    'one that comes to several numbers',
    'mg/m3',
    ['cl2', 'nh3'],
    '第 2 个分支的单位：各监测因子由 mg/m3 换算的结果不同，请分为几条规则',
  ],
  ['one that nothing is measured in', 'ppm', [], '第 2 个分支的单位：作用范围内没有监测因子，ppm 无从换算'],
])('[BZ-20] refuses %s, naming the branch', (_title, unit, codes, refusal) => {
  expect(inMetricUnits([threshold({}), threshold({ unit })], metrics(...codes))).toEqual({ refusal })
})
