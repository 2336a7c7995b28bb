import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/build-app.ts'
import { buildPeople, type People } from './testing/build-people.ts'

let people: People
let server: TestApp
let ids: People['ids']
let admin: string
let duty: string
beforeAll(async () => {
  people = await buildPeople()
  ;({ server, ids, admin, duty } = people)
})
afterAll(() => server.close())

const call: People['call'] = (...asked) => people.call(...asked)
const stored: People['stored'] = (id) => people.stored(id)
const add: People['add'] = (...given) => people.add(...given)

describe('members of roles and departments', () => {
  it('[CA-36] lists holders of a role, adds them once and removes them', async () => {
    const id = await server.addUser('member_a', { orgCode: 'A01A01' })
    const other = await server.addUser('member_b', { orgCode: 'A01A01' })
    const held = async (query = {}) =>
      (await call('GET', 'userRoleList', { roleId: 'r-station-ops', ...query })).result.records.map(
        (row: { username: string }) => row.username,
      )
    await call('POST', 'addSysUserRole', { roleId: 'r-station-ops', userIdList: [id] })
    await call('POST', 'addSysUserRole', { roleId: 'r-station-ops', userIdList: [id, other] })
    expect((await held()).sort()).toEqual(['member_a', 'member_b'])
    expect(await held({ username: 'member_a' })).toEqual(['member_a'])
    await call('DELETE', 'deleteUserRole', { roleId: 'r-station-ops', userId: id })
    await call('DELETE', 'deleteUserRoleBatch', { roleId: 'r-station-ops', userIds: `${other},` })
    expect(await held()).toEqual([])
    expect((await call('GET', 'userRoleList', {})).result.records).toEqual([])
  })

  it("lists members with their department names, and of the caller's departments when none is named", async () => {
    const a = await server.addUser('depart_a')
    const head = await server.addUser('depart_head')
    await call('POST', 'editSysDepartWithUser', { depId: 'd-sz', userIdList: [a, head] })
    await call('POST', 'editSysDepartWithUser', { depId: 'd-zj', userIdList: [a] })
    const found = (await call('GET', 'departUserList', { depId: 'd-js', username: 'depart_a' })).result
    expect(found.records).toMatchObject([{ username: 'depart_a', orgCode: '苏州站,浙江分中心' }])
    await call('PUT', 'edit', { id: head, userIdentity: 2, departIds: 'd-sz' })
    const token = await server.signIn('depart_head')
    const own = (await call('GET', 'departUserList', {}, token)).result
    expect(own.records.map((row: { username: string }) => row.username).sort()).toContain('depart_a')
    expect((await call('GET', 'departUserList', {}, duty)).result).toBeNull()
    await call('DELETE', 'deleteUserInDepart', { depId: 'd-sz', userId: head })
    expect(await stored(head)).toMatchObject({ departIds: null })
    await call('DELETE', 'deleteUserInDepartBatch', { depId: 'd-sz', userIds: `${a},` })
    expect((await call('GET', 'departUserList', { depId: 'd-sz', username: 'depart_a' })).result.total).toBe(0)
  })

  it('returns users by ids, and fresh ids', async () => {
    const found = (await call('GET', 'queryByIds', { userIds: `${ids['duty']},no-such,` })).result
    expect(found.map((row: { username: string }) => row.username)).toEqual(['duty'])
    expect((await call('GET', 'generateUserId')).result).toMatch(/^[0-9a-f]{32}$/)
  })
})

it('the address book merges the departments of a person and shows contact data', async () => {
  const id = await add('address_a', {
    realname: '通讯甲',
    email: 'a@example.test',
    telephone: '010-12345678',
    workNo: 'A-77',
    post: 'duty_leader',
    selecteddeparts: 'd-sz,d-zj',
  })
  const list = async (query: object) =>
    (await call('GET', 'queryByOrgCodeForAddressList', query, duty)).result.records as Record<string, unknown>[]
  const [row, ...others] = await list({ orgCode: 'A01A01', realname: '通讯' })
  expect(others).toEqual([])
  expect(row).toMatchObject({
    userId: id,
    departName: '苏州站 | 浙江分中心',
    email: 'a@example.test',
    telephone: '010-12345678',
    post: 'duty_leader',
    post_dictText: '值班长',
  })
  expect(row).not.toHaveProperty('id')
  expect(await list({ workNo: 'A-7', orgCode: 'A01A02' })).toHaveLength(1)
  expect(await list({ orgCode: 'A01A01', realname: '%' })).toEqual([])
  const rows = (await call('GET', 'queryByOrgCode', { realname: '通讯' }, duty)).result.records
  expect(rows).toMatchObject([{ id, userId: id }])
})

it('a user has one delegate, who is another user, with start before end', async () => {
  const agent = async (method: 'GET' | 'POST' | 'PUT', path: string, input: object) => {
    const search = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const body = method === 'GET' ? {} : { body: input }
    return (await server.call(method, `/sys/sysUserAgent/${path}${search}`, { token: admin, ...body })).body
  }
  expect(await agent('GET', 'queryByUserName', { userName: 'duty' })).toMatchObject({ success: false })
  const form = { userName: 'duty', agentUserName: 'boss', startTime: '2026-05-01 08:00:00', status: 1 }
  expect((await agent('POST', 'add', { ...form, agentUserName: 'duty' })).message).toBe('代理人不能是本人')
  expect((await agent('POST', 'add', { ...form, agentUserName: 'nobody' })).message).toBe('用户不存在！')
  expect((await agent('POST', 'add', { ...form, endTime: '2026-04-01 00:00:00' })).message).toBe(
    '结束时间必须晚于开始时间！',
  )
  expect((await agent('POST', 'add', { ...form, endTime: '2026-06-01T00:00:00.000Z' })).success).toBe(true)
  expect((await agent('POST', 'add', form)).message).toBe('该用户已设置代理人')
  const { result } = await agent('GET', 'queryByUserName', { userName: 'duty' })
  expect(result).toMatchObject({
    agentUserName: 'boss',
    startTime: '2026-05-01 08:00:00',
    endTime: '2026-06-01 08:00:00',
    status: '1',
    createBy: 'admin',
  })
  expect((await agent('PUT', 'edit', { ...result, endTime: '', status: '0', userName: 'boss' })).success).toBe(true)
  expect((await agent('GET', 'queryByUserName', { userName: 'duty' })).result).toMatchObject({
    userName: 'duty',
    endTime: null,
    status: '0',
  })
})
