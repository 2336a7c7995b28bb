import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { paramsProblem, readRule } from './run-rule.ts'

const BASE = '/sys/fillRule'

let server: TestApp
let keeper: string
let plain: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('plain')
  keeper = await server.signIn('keeper')
  plain = await server.signIn('plain')
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: unknown, by = keeper) =>
  server.call(method, `${BASE}/${path}`, { token: by, ...(body !== undefined && { body }) })
const execute = async (ruleCode: string, form?: unknown) =>
  (await call('PUT', `executeRuleByCode/${ruleCode}`, form, plain)).body
/** Stored bypassing the form, as another version of the console may have done. */
async function store(ruleCode: string, ruleClass: string, ruleParams: string | null = null): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('sysFillRule')
    .values({ id, ruleName: '旧规则', ruleCode, ruleClass, ruleParams, createBy: 'keeper' })
    .execute()
  return id
}

describe('parameters', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    [' \n', undefined],
    ['{}', undefined],
    ['{"prefix":"XJ_-9"}', undefined],
    // Unknown parameters are ignored.
    ['{"prefix":"XJ","command":"rm"}', undefined],
    ['{"__proto__":{"prefix":"XJ"}}', undefined],
    ['null', '规则参数应为 JSON 对象'],
    ['"XJ"', '规则参数应为 JSON 对象'],
    ['7', '规则参数应为 JSON 对象'],
    ['[{"prefix":"XJ"}]', '规则参数应为 JSON 对象'],
    ["{'prefix':'XJ'}", '规则参数应为 JSON 对象'],
    ['{"prefix":"XJ"', '规则参数应为 JSON 对象'],
    ['{"prefix":"XJ/1"}', 'prefix 前缀只能包含字母、数字、下划线和短横线'],
    [`{"prefix":"${'X'.repeat(21)}"}`, 'prefix 最多 20 个字符'],
  ])('of a number, given as %j: %s', (ruleParams, problem) => {
    expect(paramsProblem('orderNumber', ruleParams)?.text).toBe(problem)
  })

  it.each([
    ['departCode', 'parentId'],
    ['categoryCode', 'pid'],
  ])('of %s name a parent by id, or none', (handler, key) => {
    for (const parent of ['', null, 'd-a01'])
      expect(paramsProblem(handler, JSON.stringify({ [key]: parent }))).toBeUndefined()
    for (const parent of [7, {}, [], "' or '1'='1", 'x'.repeat(65)])
      expect(paramsProblem(handler, JSON.stringify({ [key]: parent }))).toMatchObject({
        field: 'ruleParams',
        text: expect.stringMatching(new RegExp(`^${key} `)),
      })
  })

  it.each(['', 'OrderNumber', 'constructor', '__proto__', 'com.natim.rule.OrderNumber'])(
    'are not validated for the unknown handler %j',
    (ruleClass) => {
      expect(paramsProblem(ruleClass, '[1]')).toEqual({ field: 'ruleClass', text: '没有这种规则实现' })
      expect(() => readRule({ ruleClass, ruleParams: null })).toThrow('没有这种规则实现')
    },
  )
})

describe('a stored rule', () => {
  it.each([
    ['whose handler is gone', 'old_gone', 'java.lang.Runtime', null, '没有这种规则实现'],
    ['whose parameters are no JSON', 'old_broken', 'orderNumber', '{', '规则参数不正确：规则参数应为 JSON 对象'],
    [
      'whose parameters are not its handler’s',
      'old_other',
      'orderNumber',
      '{"prefix":"单"}',
      '规则参数不正确：prefix 前缀只能包含字母、数字、下划线和短横线',
    ],
    ['whose parent is gone', 'old_parent', 'departCode', '{"parentId":"gone"}', '上级不存在'],
  ])(
    '%s generates nothing, reports why, and can still be viewed and fixed',
    async (_what, code, ruleClass, params, message) => {
      const id = await store(code, ruleClass, params)
      expect(await execute(code)).toMatchObject({ success: false, message, result: null })
      expect((await call('GET', `testFillRule?ruleCode=${code}`)).body).toMatchObject({ success: false, message })
      expect((await call('GET', `queryById?id=${id}`)).body.result).toMatchObject({ ruleClass, ruleParams: params })
      expect(
        (await call('PUT', 'edit', { id, ruleClass: 'orderNumber', ruleParams: '{"prefix":"OK"}' })).body,
      ).toMatchObject({ success: true })
      expect((await execute(code)).result).toMatch(/^OK\d{16}$/)
    },
  )

  it('rejects a partial edit or rename while it does not match its handler', async () => {
    const id = await store('kept_as_is', 'orderNumber', '{"prefix":"A"}')
    for (const patch of [
      { ruleName: '改', ruleParams: '{' },
      { ruleName: '改', ruleClass: 'nobody' },
    ])
      expect((await call('PUT', 'edit', { id, ...patch })).body.success).toBe(false)
    expect((await call('GET', `queryById?id=${id}`)).body.result).toMatchObject({
      ruleName: '旧规则',
      ruleClass: 'orderNumber',
      ruleParams: '{"prefix":"A"}',
    })
    expect((await call('GET', `history?id=${id}`)).body.result).toEqual([])
  })

  it('uses its own parent when the form names none, and the top when the form says so', async () => {
    await store('below_root', 'departCode', '{"parentId":"d-a01"}')
    const below = ['A01A01', '2']
    for (const form of [undefined, null, {}, { parentId: '' }, { parentId: 7 }, { parentId: { $ne: null } }])
      expect((await execute('below_root', form)).result).toEqual(below)
    expect((await execute('below_root', { parentId: '0' })).result).toEqual(['A02', '1'])
  })

  it('reports when a level has no code left', async () => {
    const id = newId()
    await server.db
      .insertInto('sysCategory')
      .values([
        { id, name: '满', code: 'Y50', pid: null },
        { id: newId(), name: '末', code: 'Y50Z99', pid: id },
      ])
      .execute()
    expect(await execute('category_code_rule', { pid: id })).toMatchObject({
      success: false,
      message: '该级编码已用完',
    })
  })

  it('never reuses a code, even of a deleted department', async () => {
    const id = newId()
    await server.db
      .insertInto('sysDepart')
      .values({ id, orgCode: 'A01A07', departName: '已撤销', parentId: 'd-a01', delFlag: '1' })
      .execute()
    expect((await execute('org_num_role', { parentId: 'd-a01' })).result).toEqual(['A01A08', '2'])
    await server.db.deleteFrom('sysDepart').where('id', '=', id).execute()
  })

  it("uses the form's prefix only if it is valid", async () => {
    for (const prefix of ['', '  ', 7, null, ['XJ'], 'X'.repeat(21)])
      expect((await execute('shop_order_num', { prefix })).result).toMatch(/^CN\d{16}$/)
  })
})

describe('an invalid body', () => {
  it.each([
    ['a list', [1]],
    ['a text', '"form"'],
    ['half of one', '{"prefix":'],
    ['a field with an endless name', { ['x'.repeat(65)]: 1 }],
  ])('%s is refused with a message', async (_what, body) => {
    const response = await server.call('PUT', `${BASE}/executeRuleByCode/shop_order_num`, {
      token: plain,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBeLessThan(500)
    expect(response.body).toMatchObject({ success: false, message: expect.stringMatching(/\p{Script=Han}/u) })
  })

  it.each([
    ['nothing', undefined],
    ['no rules', {}],
    ['rules that are none', { rules: 'shop_order_num' }],
    ['a rule without a code', { rules: [{}] }],
    ['more rules than a form has', { rules: Array.from({ length: 51 }, () => ({ ruleCode: 'shop_order_num' })) }],
    ['data that is none', { rules: [{ ruleCode: 'shop_order_num', formData: 'XJ' }] }],
  ])('%s fills no form', async (_what, body) => {
    const answer = await call('PUT', 'executeRuleByCodeBatch', body, plain)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, result: null })
  })

  it('fills nothing when one of several rules is unknown', async () => {
    const rules = [{ ruleCode: 'shop_order_num' }, { ruleCode: "x' or '1'='1" }]
    expect((await call('PUT', 'executeRuleByCodeBatch', { rules }, plain)).body).toMatchObject({
      success: false,
      message: '编码规则不存在',
      result: null,
    })
    expect((await call('PUT', 'executeRuleByCodeBatch', { rules: [] }, plain)).body).toMatchObject({ result: [] })
  })

  it('is refused without a session', async () => {
    for (const path of ['executeRuleByCode/shop_order_num', 'executeRuleByCodeBatch'])
      expect((await server.call('PUT', `${BASE}/${path}`, { body: { rules: [] } })).status).toBe(401)
    for (const path of ['handlers', 'testFillRule?ruleCode=shop_order_num'])
      expect((await call('GET', path, undefined, plain)).status).toBe(403)
  })
})
