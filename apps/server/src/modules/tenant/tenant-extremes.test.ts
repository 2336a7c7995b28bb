import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysUserTenant').execute()
  await server.db.deleteFrom('sysTenant').execute()
  await server.db.insertInto('sysTenant').values({ id: 7, name: '甲' }).execute()
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, `/sys/tenant/${path}`, { token, ...(body && { body }) })
const stored = () => server.db.selectFrom('sysTenant').selectAll().orderBy('id').execute()

it.each([
  ['a number below zero', { id: -8 }],
  ['a number in scientific writing beyond nine digits', { id: '1e12' }],
  ['a NUL in the name', { name: '甲\u0000' }],
  ['a name of 101 characters', { name: '甲'.repeat(101) }],
  ['a name of blanks', { name: '  ' }],
  ['30 February', { beginDate: '2026-02-30 00:00:00' }],
  ['a day without time', { endDate: '2026-02-03' }],
  ['a state in words', { status: '冻结' }],
])('a form with %s adds and changes no tenant', async (_name, wrong) => {
  const before = await stored()
  const added = await call('POST', 'add', { id: 8, name: '乙', ...wrong })
  const edited = await call('PUT', 'edit', { id: 7, ...wrong })
  for (const { status, body } of [added, edited]) {
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
  }
  expect(await stored()).toEqual(before)
})

it.each(['x', '7,x', '1.5', '-1', '0', '9999999999', '', ',', '7,'.repeat(1_001)])(
  'deletes none by the numbers "%s"',
  async (ids) => {
    const { status, body } = await call('DELETE', `deleteBatch?ids=${encodeURIComponent(ids)}`)
    expect(status).toBeLessThan(500)
    expect(body.success).toBe(false)
    expect(await stored()).toHaveLength(1)
  },
)

it('gives a number to only one of two concurrent requests', async () => {
  const answers = await Promise.all(['甲', '乙', '丙'].map((name) => call('POST', 'add', { id: 99, name })))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.message === '该编号已存在!')).toHaveLength(2)
})

it('keeps the first day before the last when an edit names only one', async () => {
  await call('PUT', 'edit', { id: 7, beginDate: '2026-01-01 00:00:00', endDate: '2026-12-31 00:00:00' })
  const before = await stored()
  const later = await call('PUT', 'edit', { id: 7, beginDate: '2027-01-01 00:00:00' })
  expect(later.body).toMatchObject({ success: false, message: '结束时间必须晚于开始时间！' })
  const same = await call('PUT', 'edit', { id: 7, endDate: '2026-01-01 00:00:00' })
  expect(same.body.success).toBe(false)
  expect(await stored()).toEqual(before)
})

it('returns all tenants in force when the requested numbers are unreadable', async () => {
  for (const ids of ['x', '99999999999', "7' or '1'='1"])
    expect((await call('GET', `queryList?ids=${encodeURIComponent(ids)}`)).body.result).toMatchObject([{ id: 7 }])
  expect((await call('GET', 'queryList?ids=8')).body.result).toEqual([])
})
