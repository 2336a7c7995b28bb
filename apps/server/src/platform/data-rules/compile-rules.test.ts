import { describe, expect, it } from 'vitest'
import type { DataRule } from '../auth/session-user.ts'
import { compileRules } from './compile-rules.ts'
import { fillVariables, type RuleSubject } from './variables.ts'

const SUBJECT: RuleSubject = {
  username: 'duty',
  realname: '值班员',
  orgCode: 'A01A02',
  orgCodes: ['A01A02', 'A01A05'],
  tenantId: 7,
  nowMs: Date.UTC(2026, 10, 20, 16, 0, 1),
}
const PROPERTIES = new Set(['regionCode', 'status', 'createTime', 'sysOrgCode'])
const rule = (ruleColumn: string, ruleConditions: string, ruleValue: string): DataRule => ({
  ruleColumn,
  ruleConditions,
  ruleValue,
})
const compile = (...rules: DataRule[]) => compileRules(rules, PROPERTIES, SUBJECT)

describe('data rule variables', () => {
  it.each([
    ['#{sys_user_code}', 'duty'],
    ['#{sysUserCode}', 'duty'],
    ['#{sys_user_name}', '值班员'],
    ['#{sys_org_code}', 'A01A02'],
    ['#{sysOrgCode}A01', 'A01A02A01'],
    ['#{sys_multi_org_code}', 'A01A02,A01A05'],
    ['#{sys_date}', '2026-11-21'],
    ['#{sys_time}', '2026-11-21 00:00:01'],
    ['#{tenant_id}', '7'],
    ['#{tenantId}', '7'],
    ['#{bpm_status}', '1'],
    ['plain', 'plain'],
    ['#{ sys_user_code }', 'duty'],
    ['#{password}', undefined],
    ['#{__proto__}', undefined],
    ['#{constructor}', undefined],
    ['#{}', undefined],
  ])('%s resolves to %j', (value, text) => {
    expect(fillVariables(value, SUBJECT)).toBe(text)
  })

  it('resolve to undefined when the session has no value', () => {
    expect(fillVariables('#{sys_org_code}', { ...SUBJECT, orgCode: '' })).toBeUndefined()
    expect(fillVariables('#{sys_multi_org_code}', { ...SUBJECT, orgCodes: [] })).toBeUndefined()
  })
})

describe('a single rule', () => {
  it.each([
    ['=', '3201', { op: 'eq', value: '3201' }],
    ['!=', '3201', { op: 'ne', value: '3201' }],
    ['>', '3201', { op: 'gt', value: '3201' }],
    ['>=', '3201', { op: 'ge', value: '3201' }],
    ['<', '3201', { op: 'lt', value: '3201' }],
    ['<=', '3201', { op: 'le', value: '3201' }],
    ['LIKE', '%', { op: 'contains', value: '%' }],
    ['LEFT_LIKE', '01', { op: 'endsWith', value: '01' }],
    ['RIGHT_LIKE', '32', { op: 'startsWith', value: '32' }],
    ['IN', "32, '33',", { op: 'in', values: ['32', '33'] }],
    ['IN', '#{sys_multi_org_code}', { op: 'in', values: ['A01A02', 'A01A05'] }],
  ])('%s %s', (operator, value, condition) => {
    expect(compile(rule('regionCode', operator, value))).toEqual([{ property: 'regionCode', anyOf: [condition] }])
  })

  it.each([
    ['an SQL fragment', rule('', 'USE_SQL_RULES', '1=1')],
    ['an SQL fragment with a property', rule('status', 'USE_SQL_RULES', "status = 'x'")],
    ['an unknown property', rule('password', '=', 'x')],
    ['an inherited property', rule('constructor', '=', 'x')],
    ['an unknown operator', rule('status', 'REGEXP', '.*')],
    ['an unknown variable', rule('status', '=', '#{nobody}')],
    ['an empty value', rule('status', '=', ' ')],
  ])('%s lets nothing through', (_name, refused) => {
    expect(compile(refused)).toBe('nothing')
    expect(compile(rule('status', '=', 'active'), refused)).toBe('nothing')
  })
})

describe('multiple rules', () => {
  it('require nothing when there are none', () => {
    expect(compile()).toEqual([])
  })

  it('on different properties are ANDed', () => {
    expect(compile(rule('status', '=', 'active'), rule('regionCode', 'RIGHT_LIKE', '32'))).toEqual([
      { property: 'status', anyOf: [{ op: 'eq', value: 'active' }] },
      { property: 'regionCode', anyOf: [{ op: 'startsWith', value: '32' }] },
    ])
  })

  it('naming allowed values of one property are ORed', () => {
    expect(compile(rule('regionCode', 'RIGHT_LIKE', '32'), rule('regionCode', 'IN', '330100,330200'))).toEqual([
      {
        property: 'regionCode',
        anyOf: [
          { op: 'startsWith', value: '32' },
          { op: 'in', values: ['330100', '330200'] },
        ],
      },
    ])
  })

  it('limiting one property are ANDed', () => {
    expect(compile(rule('createTime', '>=', '2026-01-01'), rule('createTime', '<', '#{sys_date}'))).toEqual([
      { property: 'createTime', anyOf: [{ op: 'ge', value: '2026-01-01' }] },
      { property: 'createTime', anyOf: [{ op: 'lt', value: '2026-11-21' }] },
    ])
    expect(compile(rule('status', '!=', 'closed'), rule('status', '!=', 'suspended'))).toHaveLength(2)
  })
})
