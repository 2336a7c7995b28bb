import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'

const BASE = '/sys/checkRule'
let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, `${BASE}/${path}`, { token, ...(body && { body }) })).body
const check = async (ruleCode: string, value: string) =>
  (await call('GET', `checkByCode?${new URLSearchParams({ ruleCode, value: encodeURIComponent(value) })}`)).message

const LAST = { digits: '*', pattern: '.{5}', message: '应为 5 位', priority: '0' }
const FIRST = { digits: '*', pattern: '[A-Z0-9]+', message: '只能是大写字母和数字', priority: '1' }
const PART = { digits: '2', pattern: 'GD', message: '应以 GD 开头' }
const form = (ruleCode: string, parts: unknown = [LAST, PART, FIRST]) => ({
  ruleCode,
  ruleName: '工单号',
  ruleJson: JSON.stringify(parts),
})

describe('a check rule', () => {
  it('[SY-60] runs its steps by priority as soon as it is saved', async () => {
    const { result } = await call('POST', 'add', form('ticket'))
    expect(await check('ticket', 'gd1')).toBe('只能是大写字母和数字')
    expect(await check('ticket', 'XX1')).toBe('应以 GD 开头')
    expect(await check('ticket', 'GD1')).toBe('应为 5 位')
    expect(await check('ticket', 'GD123')).toBe('校验通过！')
    const { ruleJson } = (await call('GET', `queryById?id=${result.id}`)).result
    expect(JSON.parse(ruleJson)).toEqual([FIRST, PART, LAST])
    await call('PUT', 'edit', { id: result.id, ruleJson: JSON.stringify([PART]) })
    expect(await check('ticket', 'GD')).toBe('校验通过！')
    await call('DELETE', `delete?id=${result.id}`)
    expect(await check('ticket', 'GD')).toBe('编码校验规则不存在')
  })

  it.each([
    ['a look-behind', [{ digits: '*', pattern: '(?<=a)b', message: 'x' }], '第 1 步的正则表达式不被支持：(?<=a)b'],
    ['a back-reference in the second step', [PART, { ...LAST, pattern: '(a)\\1' }], '第 2 步的正则表达式不被支持'],
    ['an open bracket', [{ ...PART, pattern: '(' }], '第 1 步的正则表达式不被支持'],
    ['no steps', [], '请填写 1 至 50 步'],
    ['a step without digits', [{ pattern: 'x', message: 'x' }], '请填写 1 至 50 步'],
    ['no JSON', 'x', '请填写 1 至 50 步'],
  ])('is refused with %s, when added or edited', async (name, parts, message) => {
    const broken = form('broken', parts)
    expect((await call('POST', 'add', broken)).message).toContain(message)
    const { records } = (await call('GET', 'list?ruleCode=asset_no')).result
    expect((await call('PUT', 'edit', { ...records[0], ruleJson: broken.ruleJson })).message).toContain(message)
    expect((await call('GET', 'list?ruleCode=asset_no')).result.records, name).toEqual(records)
    expect((await call('GET', 'list?ruleCode=broken')).result.total).toBe(0)
  })

  it('is exported and imported, with its patterns validated', async () => {
    const sheet = sheetOf([
      ['规则名称', '规则Code', '规则JSON', '规则描述'],
      ['好', 'sheet_good', JSON.stringify([PART]), ''],
      ['坏', 'sheet_bad', JSON.stringify([{ ...PART, pattern: '(' }]), ''],
    ])
    const file = await multipart([['file', { name: '规则.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${BASE}/importExcel`, { token, ...file })
    expect(body.result).toMatchObject({ successCount: 1, errorCount: 1 })
    expect(await check('sheet_good', 'GD')).toBe('校验通过！')
    expect(await check('sheet_bad', 'GD')).toBe('编码校验规则不存在')
  })
})
