import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'

const BASE = '/sys/fillRule'
// 2026-11-21 16:04:05 in China.
const NOW = Date.UTC(2026, 10, 21, 8, 4, 5)

let server: TestApp
let token: string
let plain: string

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('plain')
  token = await server.signIn('keeper')
  plain = await server.signIn('plain')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = token) =>
  (await server.call(method, `${BASE}/${path}`, { token: by, ...(body && { body }) })).body
const test = async (ruleCode: string) => (await call('GET', `testFillRule?ruleCode=${ruleCode}`)).result
const execute = async (ruleCode: string, form?: object) =>
  (await call('PUT', `executeRuleByCode/${ruleCode}`, form, plain)).result

describe('the shipped rules', () => {
  it('generate a code and its level for departments', async () => {
    expect(await test('org_num_role')).toEqual(['A02', '1'])
    expect(await execute('org_num_role', { parentId: 'd-a01' })).toEqual(['A01A01', '2'])
  })

  it('generate a code for categories, next to existing ones', async () => {
    const tops = await server.db.selectFrom('sysCategory').select('code').where('pid', 'is', null).execute()
    const next = `A${String(tops.length + 1).padStart(2, '0')}`
    expect(await test('category_code_rule')).toBe(next)
    // Existing clients use 0 for the top.
    expect(await execute('category_code_rule', { pid: '0' })).toBe(next)
    expect(await execute('category_code_rule', { pid: 'cat-A01' })).toMatch(/^A01A\d\d$/)
  })

  it('generate a number from prefix, time and two random digits', async () => {
    expect(await test('shop_order_num')).toMatch(/^CN20261121160405\d\d$/)
    expect(await execute('shop_order_num', { prefix: 'XJ' })).toMatch(/^XJ20261121160405\d\d$/)
  })

  it('fill several at once, each with common and own data', async () => {
    const rules = [{ ruleCode: 'shop_order_num' }, { ruleCode: 'org_num_role', formData: { parentId: 'd-a01' } }]
    const { result } = await call('PUT', 'executeRuleByCodeBatch', { commonFormData: { prefix: 'ZZ' }, rules }, plain)
    expect(result).toEqual([
      { ruleCode: 'shop_order_num', result: expect.stringMatching(/^ZZ\d{16}$/) },
      { ruleCode: 'org_num_role', result: ['A01A01', '2'] },
    ])
  })

  it.each([
    ['no_such', undefined, '编码规则不存在'],
    ['org_num_role', { parentId: 'nowhere' }, '上级不存在'],
    ['category_code_rule', { pid: "' or '1'='1" }, '上级不存在'],
  ])('%s with %j refuses: %s', async (ruleCode, form, message) => {
    expect(await call('PUT', `executeRuleByCode/${ruleCode}`, form, plain)).toMatchObject({ success: false, message })
  })
})

describe('a rule', () => {
  it('needs a known handler and valid parameters; an invalid edit changes nothing', async () => {
    const form = {
      ruleName: '巡检单号',
      ruleCode: 'inspect_no',
      ruleClass: 'orderNumber',
      ruleParams: '{"prefix":"XJ"}',
    }
    const { result } = await call('POST', 'add', form)
    expect(await test('inspect_no')).toMatch(/^XJ\d{16}$/)
    for (const [given, message] of [
      [{ ruleClass: 'java.lang.Runtime' }, '没有这种规则实现'],
      [{ ruleParams: '[1]' }, '规则参数不正确：规则参数应为 JSON 对象'],
      [{ ruleParams: '{"prefix":"$(rm)"}' }, '规则参数不正确：prefix 前缀只能包含字母、数字、下划线和短横线'],
    ] as const) {
      expect(await call('PUT', 'edit', { id: result.id, ...given })).toMatchObject({ success: false, message })
      expect(await call('POST', 'add', { ...form, ruleCode: 'other', ...given })).toMatchObject({
        success: false,
        message,
      })
    }
    expect((await call('GET', `queryById?id=${result.id}`)).result).toMatchObject({
      ...form,
      ruleClass_dictText: '单号',
    })
    expect((await call('GET', 'list?ruleCode=other')).result.total).toBe(0)
    expect(await call('POST', 'add', form)).toMatchObject({ success: false, message: '规则编码已存在！' })
  })

  it('is offered with the available handlers', async () => {
    expect((await call('GET', 'handlers')).result.map(({ name }: { name: string }) => name)).toEqual([
      'departCode',
      'categoryCode',
      'orderNumber',
    ])
  })

  it('is imported by the name or title of its handler', async () => {
    const sheet = sheetOf([
      ['规则名称', '规则Code', '规则实现类', '规则参数'],
      ['甲', 'sheet_a', '单号', '{"prefix":"A"}'],
      ['乙', 'sheet_b', 'orderNumber', '{"prefix":"坏"}'],
      ['丙', 'sheet_c', 'Nothing', ''],
    ])
    const form = await multipart([['file', { name: '规则.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${BASE}/importExcel`, { token, ...form })
    expect(body.result).toMatchObject({ successCount: 1, errorCount: 2 })
    expect((await call('GET', 'list?ruleCode=sheet_*')).result.records).toMatchObject([
      { ruleCode: 'sheet_a', ruleClass: 'orderNumber' },
    ])
  })
})
