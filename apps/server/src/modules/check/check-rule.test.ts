import { describe, expect, it } from 'vitest'
import { SEED_CHECK_RULES } from '../../db/seeds/check-rules.data.ts'
import { firstFailure } from './check-rule.ts'

const PARTS = [
  { digits: '*', pattern: '.{5,}', message: '太短' },
  { digits: '2', pattern: '[A-Z]+', message: '前两位应为大写字母' },
  { digits: 3, pattern: '\\d+', message: '其后三位应为数字' },
] as const

describe('a check rule', () => {
  it.each(['AB123', 'AB123-anything', ''])('passes %j', (value) => {
    expect(firstFailure(PARTS, value)).toBeUndefined()
  })

  it.each([
    ['AB1', { digits: '*', message: '太短', checkValue: 'AB1' }],
    ['ab123', { digits: '2', message: '前两位应为大写字母', beginIndex: 0, endIndex: 2, checkValue: 'ab' }],
    ['ABC12', { digits: '3', message: '其后三位应为数字', beginIndex: 2, endIndex: 5, checkValue: 'C12' }],
    ['A1234x', { digits: '2', checkValue: 'A1' }],
  ])('returns the step that %j fails', (value, failure) => {
    expect(firstFailure(PARTS, value)).toMatchObject({ ...failure, passed: false })
  })

  it('requires a whole match, and checks the remainder when the value is too short', () => {
    const step = (digits: number | '*', pattern: string) => [{ digits, pattern, message: '不对' }]
    expect(firstFailure(step('*', 'a|ab'), 'ab')).toBeUndefined()
    expect(firstFailure(step('*', 'a'), 'ab')).toBeDefined()
    expect(firstFailure([...step(1, 'a'), ...step(3, 'b')], 'ab')).toBeUndefined()
    expect(firstFailure([...step(1, 'a'), ...step(3, '')], 'a')).toBeUndefined()
    expect(firstFailure([...step(1, 'a'), ...step(3, 'b+')], 'a')).toMatchObject({ beginIndex: 1, endIndex: 1 })
  })

  it('counts code points, not UTF-16 units', () => {
    expect(firstFailure([{ digits: 1, pattern: '𠮷', message: '不对' }], '𠮷野')).toBeUndefined()
  })

  it.each(['(a+)+$', '(a|a)*$', '(a*)*b', '([a-zA-Z]+)*$', '(.*a){12}'])(
    'terminates quickly with the pattern %s',
    (pattern) => {
      // A backtracking engine would hang on any of these.
      expect(firstFailure([{ digits: '*', pattern, message: '不对' }], `${'a'.repeat(4_000)}!`)).toBeDefined()
    },
  )

  it.each(['(', '(?<=a)b', '(a)\\1', 'a{2,1}', '[z-a]'])('throws for the unsupported pattern %s', (pattern) => {
    expect(() => firstFailure([{ digits: '*', pattern, message: '不对' }], 'a')).toThrow()
  })
})

describe('the shipped rules', () => {
  it.each([
    ['station_code', 'S320500-001', undefined],
    ['station_code', 'S320500-01', '站点编号应为 11 位'],
    ['station_code', 'T320500-001', '站点编号应以 S 开头'],
    ['station_code', 'S920500-001', '第 2 至 7 位应为行政区划代码'],
    ['station_code', 'S320500_001', '第 8 位应为短横线'],
    ['station_code', 'S320500-0a1', '末 3 位应为顺序号'],
    ['asset_no', 'ZC202600123', undefined],
    ['asset_no', 'ZC2026001234', '资产编号应为 11 位'],
    ['credit_code', '91350100M000100Y43', undefined],
    ['credit_code', '91350100M000100I43', '请输入正确的统一社会信用代码'],
  ])('%s for %s: %s', (ruleCode, value, message) => {
    const parts = SEED_CHECK_RULES.find((rule) => rule.ruleCode === ruleCode)?.parts ?? []
    expect(firstFailure(parts, value)?.message).toBe(message)
  })
})
