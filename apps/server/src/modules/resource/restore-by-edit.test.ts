import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let boss: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  // Full permissions over users, departments and menus only.
  await server.addRole('hr', ['user', 'depart', 'permission'])
  await server.addUser('boss', { roles: ['hr'] })
  admin = await server.signIn('admin')
  boss = await server.signIn('boss')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
  (await server.call(method, `/sys/${path}`, { token, ...(body && { body }) })).body
const add = async (path: string, body: object): Promise<string> => {
  const { result, message } = await call('POST', `${path}/add`, body)
  if (!result) throw new Error(message)
  return result.id
}
const NOT_FOUND = { success: false, message: '未找到对应数据' }

describe('restoring a version of a user', () => {
  it('restores personal and contact data; permissions, departments, status and password stay', async () => {
    const first = { username: 'back_one', realname: '甲', phone: '13600000001', sex: 1, birthday: '1990-01-02' }
    const id = await add('user', first)
    const change = { realname: '乙', phone: '13600000002', sex: '', birthday: '', email: 'b@example.test' }
    const roles = { selectedroles: 'r-analyst', selecteddeparts: 'd-a01' }
    await call('PUT', 'user/edit', { id, ...change, ...roles })
    await call('PUT', 'user/frozenBatch', { ids: `${id},`, status: 2 })
    const stored = () => server.db.selectFrom('sysUser').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { passwordHash } = await stored()
    expect(await call('POST', 'user/restore', { id, version: 1 })).toMatchObject({
      success: true,
      message: '恢复成功！',
    })
    expect((await call('GET', `user/queryById?id=${id}`)).result).toMatchObject({
      realname: '甲',
      phone: '13600000001',
      sex: 1,
      birthday: '1990-01-02',
      email: null,
      status: 2,
      selectedroles: 'r-analyst',
      selecteddeparts: 'd-a01',
    })
    expect((await stored()).passwordHash).toBe(passwordHash)
    const versions = (await call('GET', `user/history?id=${id}`)).result
    expect(versions).toHaveLength(4)
    expect(versions[0].content).toMatchObject({
      realname: '甲',
      selectedroles: '分析员',
      selecteddeparts: '国家监测中心',
    })
    expect(versions[0].content.passwordExpiresAt).toBeUndefined()
  })

  it('is refused like an edit: a user with higher permissions, a phone number in use, a missing version or user', async () => {
    const id = await add('user', {
      username: 'back_two',
      realname: '丙',
      phone: '13600000003',
      selectedroles: 'r-admin',
    })
    await call('PUT', 'user/edit', { id, phone: '' })
    await add('user', { username: 'back_three', realname: '丁', phone: '13600000003' })
    expect(await call('POST', 'user/restore', { id, version: 1 }, boss)).toMatchObject({
      success: false,
      message: '不能操作权限高于自己的用户：back_two',
    })
    expect(await call('POST', 'user/restore', { id, version: 1 })).toMatchObject({ message: '手机号已存在' })
    expect(await call('POST', 'user/restore', { id, version: 99 })).toMatchObject(NOT_FOUND)
    await call('DELETE', `user/delete?id=${id}`)
    expect(await call('POST', 'user/restore', { id, version: 1 })).toMatchObject(NOT_FOUND)
  })
})

describe('restoring a version of a department', () => {
  it('restores the name but keeps the current place and code', async () => {
    const place = { parentId: 'd-a01', orgCategory: '2' }
    const id = await add('sysDepart', { departName: '甲处', address: '旧址', ...place })
    const other = await add('sysDepart', { departName: '乙处', ...place })
    await call('PUT', 'sysDepart/edit', { id, departName: '新处', address: '', memo: '改过' })
    const { orgCode } = (await call('PUT', 'sysDepart/move', { id, parentId: other })).result
    expect(await call('POST', 'sysDepart/restore', { id, version: 1 })).toMatchObject({ success: true })
    expect((await call('GET', `sysDepart/queryById?id=${id}`)).result).toMatchObject({
      departName: '甲处',
      address: '旧址',
      memo: '',
      parentId: other,
      orgCode,
    })
    expect((await call('GET', `sysDepart/history?id=${id}`)).result[0]).toMatchObject({ version: 4, operateType: 3 })
    expect(await call('POST', 'sysDepart/restore', { id, version: 99 })).toMatchObject(NOT_FOUND)
  })
})

describe('restoring a version of a menu', () => {
  const page = { menuType: 1, name: '甲页', parentId: 'm-system', url: '/back', component: 'x/Back', hidden: true }

  it('restores the form fields, including switches and the place in the tree', async () => {
    const id = await add('permission', { ...page, route: false })
    await call('PUT', 'permission/edit', { id, name: '乙页', hidden: false, route: true, icon: 'user' })
    expect(await call('POST', 'permission/restore', { id, version: 1 })).toMatchObject({ success: true })
    const rows = (await call('GET', 'permission/getSystemSubmenu?parentId=m-system')).result
    expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({
      name: '甲页',
      hidden: true,
      route: false,
      icon: null,
    })
  })

  it('is refused like an edit: a place below itself, a code in use', async () => {
    const above = await add('permission', { ...page, url: '/back/a' })
    const below = await add('permission', { ...page, url: '/back/b', parentId: above })
    await call('PUT', 'permission/edit', { id: below, parentId: 'm-system' })
    await call('PUT', 'permission/edit', { id: above, parentId: below })
    expect((await call('POST', 'permission/restore', { id: below, version: 1 })).success).toBe(false)
    const id = await add('permission', { menuType: 2, name: '授权', parentId: above, perms: 'back:own' })
    await call('PUT', 'permission/edit', { id, perms: 'back:else' })
    const taker = await add('permission', { menuType: 2, name: '另一个', parentId: above, perms: 'back:own' })
    expect(await call('POST', 'permission/restore', { id, version: 1 })).toMatchObject({
      success: false,
      message: expect.stringContaining('back:own'),
    })
    await call('DELETE', `permission/delete?id=${taker}`)
    expect(await call('POST', 'permission/restore', { id, version: 1 })).toMatchObject({ success: true })
    expect(await call('POST', 'permission/restore', { id, version: 99 })).toMatchObject(NOT_FOUND)
    expect(await call('POST', 'permission/restore', { id: 'nothing' })).toMatchObject(NOT_FOUND)
  })
})
