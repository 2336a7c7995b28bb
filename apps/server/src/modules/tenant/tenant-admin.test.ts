import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const BASE = '/sys/tenant'
let server: TestApp
let token: string
let userId: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  userId = await server.addUser('member')
  token = await server.signIn('keeper')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysUserTenant').execute()
  await server.db.deleteFrom('sysTenant').execute()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, `${BASE}/${path}`, { token, ...(body && { body }) })).body
const ids = async (query = '') =>
  (await call('GET', `list?column=id&order=asc${query}`)).result.records.map((row: { id: number }) => row.id)
const add = (id: number, more: object = {}) => call('POST', 'add', { id, name: `租户${id}`, status: 1, ...more })
const join = (tenantId: number) => server.db.insertInto('sysUserTenant').values({ userId, tenantId }).execute()

describe('tenants', () => {
  it('[SY-53] are added under an entered number, which must be unique', async () => {
    expect(await add(301, { beginDate: '2026-01-01 00:00:00', endDate: '2027-01-01 00:00:00' })).toMatchObject({
      success: true,
      message: '添加成功！',
    })
    expect(await add(301)).toMatchObject({ success: false, message: '该编号已存在!' })
    expect((await call('GET', 'queryById?id=301')).result).toMatchObject({
      id: 301,
      name: '租户301',
      status: 1,
      status_dictText: '正常',
      beginDate: '2026-01-01 00:00:00',
      userCount: 0,
      createBy: 'keeper',
    })
    for (const bad of [{ id: 0 }, { id: 'x' }, { id: 1.5 }, { id: 10_000_000_000 }, { id: 302, status: 7 }]) {
      expect((await call('POST', 'add', { name: '坏', ...bad })).success).toBe(false)
    }
    expect(await add(303, { beginDate: '2026-01-02 00:00:00', endDate: '2026-01-01 00:00:00' })).toMatchObject({
      success: false,
      message: '结束时间必须晚于开始时间！',
    })
    expect(await ids()).toEqual([301])
  })

  it('[SY-53] are listed by name, state, first and last day', async () => {
    await add(1, { name: '江苏', beginDate: '2026-01-01 00:00:00' })
    await add(2, { name: '浙江', status: '0', endDate: '2026-06-30 00:00:00' })
    expect(await ids('&name=*江苏*')).toEqual([1])
    expect(await ids('&status=0')).toEqual([2])
    expect(await ids('&beginDate=2025-12-31')).toEqual([1])
    expect(await ids('&beginDate=2026-01-02')).toEqual([])
    expect(await ids('&endDate=2026-06-30')).toEqual([2])
  })

  it('are edited as whole rows or in part; the number stays, and every change is logged', async () => {
    await add(5, { endDate: '2026-06-30 00:00:00' })
    const { result } = await call('GET', 'queryById?id=5')
    expect(await call('PUT', 'edit', { ...result, name: '改名', status: '0', userCount: 9, unknown: 1 })).toMatchObject(
      {
        success: true,
      },
    )
    await call('POST', 'edit', { id: '5', endDate: '' })
    expect((await call('GET', 'queryById?id=5')).result).toMatchObject({ name: '改名', status: 0, endDate: null })
    expect(await call('PUT', 'edit', { id: 6, name: '无' })).toMatchObject({
      success: false,
      message: '未找到对应数据',
    })
    const { detail } = await server.db
      .selectFrom('sysLog')
      .select('detail')
      .where('logContent', 'like', '编辑租户：改名%')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ before: { name: '租户5', status: 1 }, after: { name: '改名', status: 0 } })
  })

  it('[SY-53] are deleted only when they have no users', async () => {
    await add(7)
    await add(8)
    await join(7)
    expect(await call('DELETE', 'delete?id=7')).toMatchObject({ success: false, message: '租户已被用户引用，不能删除' })
    expect(await call('DELETE', 'deleteBatch?ids=7,8,')).toMatchObject({
      success: true,
      message: '部分删除成功，1 个租户已被用户引用，未删除',
    })
    expect(await ids()).toEqual([7])
    expect((await call('DELETE', 'deleteBatch?ids=7,')).success).toBe(false)
    expect((await call('DELETE', 'deleteBatch?ids=7,99,')).message).toBe('未找到对应数据')
    await server.db.deleteFrom('sysUserTenant').execute()
    expect((await call('POST', 'delete?id=7')).success).toBe(true)
  })

  it('[SY-53] that are frozen or ended are not offered, and calls within them are rejected', async () => {
    await add(11)
    await add(12, { status: 0 })
    await add(13, { endDate: '2026-01-01 00:00:00' })
    for (const id of [11, 12, 13]) await join(id)
    const mine = await server.signIn('member')
    const options = async (query: string) =>
      (await call('GET', `queryList${query}`)).result.map((row: { id: number }) => row.id)
    expect(await options('')).toEqual([11])
    expect(await options('?ids=11,12,13,')).toEqual([11])
    const own = (await server.call('GET', '/sys/tenant/getCurrentUserTenant', { token: mine })).body.result
    expect(own.list.map((row: { id: number }) => row.id)).toEqual([11])
    const within = async (id: number) =>
      (await server.call('GET', '/sys/user/getUserInfo', { token: mine, headers: { 'tenant-id': String(id) } })).status
    expect(await Promise.all([11, 12, 13].map(within))).toEqual([200, 401, 401])
    // Ends between two calls.
    await call('PUT', 'edit', { id: 11, endDate: '2026-01-01 00:00:00' })
    expect(await within(11)).toBe(401)
  })
})

it('accept more concurrent changes than there are connections', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => 601 + index)
  for (const id of numbers) await add(id)
  const answers = await Promise.all(numbers.map((id) => call('PUT', 'edit', { id, name: `改名${id}` })))
  expect(answers.map(({ success }) => success)).toEqual(numbers.map(() => true))
  expect((await call('GET', 'queryById?id=612')).result.name).toBe('改名612')
})
