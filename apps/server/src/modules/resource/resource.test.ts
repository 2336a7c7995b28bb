import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

/** Tests the resource kit with the plainest resource: positions. */
let server: TestApp
let token: string
/** Signed in, without roles. */
let viewer: string
let codes = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  await server.addUser('viewer')
  viewer = await server.signIn('viewer')
})
afterAll(() => server.close())

const post = async (path: string, body: object) =>
  (await server.call('POST', `/sys/position/${path}`, { token, body })).body
const get = async (path: string) => (await server.call('GET', `/sys/position/${path}`, { token })).body
const remove = async (ids: string) =>
  (await server.call('DELETE', `/sys/position/deleteBatch?ids=${ids}`, { token })).body

async function add(form: object = {}): Promise<string> {
  codes += 1
  const { result } = await post('add', { code: `p${codes}`, name: '巡检员', postRank: '2', ...form })
  return result.id
}

const lastLog = () =>
  server.db.selectFrom('sysLog').selectAll().where('logType', '=', 2).orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('a resource', () => {
  it('[SY-66] records every write in the operation log: user, origin, and values before and after', async () => {
    const id = await add({ name: '甲' })
    expect(await lastLog()).toMatchObject({
      logContent: `新增职务：甲（p${codes}）`,
      operateType: 2,
      objectId: id,
      username: 'keeper',
      ip: '127.0.0.1',
      route: expect.stringContaining('/sys/position/add'),
      detail: { table: 'sys_position', after: { name: '甲', postRank: '2' } },
    })
    await post('edit', { id, name: '乙', postRank: '2' })
    expect(await lastLog()).toMatchObject({ operateType: 3, detail: { before: { name: '甲' }, after: { name: '乙' } } })
    await remove(`${id},`)
    expect(await lastLog()).toMatchObject({ operateType: 4, objectId: id, detail: { before: { name: '乙' } } })
  })

  it('writes and logs nothing when a write is refused', async () => {
    const id = await add()
    const before = await lastLog()
    expect(await post('add', { code: `p${codes}`, name: '重复' })).toMatchObject({
      success: false,
      message: '职务编码已存在！',
    })
    expect(await remove(`${id},no-such-row`)).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await lastLog()).toEqual(before)
    expect((await get(`queryById?id=${id}`)).success).toBe(true)
  })

  it('keeps fields a patch omits, clears those it empties, and never changes immutable ones', async () => {
    const id = await add({ name: '甲' })
    await post('edit', { id, postRank: '', name: null, code: 'other', createBy: 'mallory', companyId: 'x' })
    expect((await get(`queryById?id=${id}`)).result).toMatchObject({
      name: '甲',
      code: `p${codes}`,
      postRank: '',
      createBy: 'keeper',
      companyId: null,
      updateBy: 'keeper',
    })
  })

  it('keeps every version of a row and restores any of them', async () => {
    const id = await add({ name: '甲' })
    await post('edit', { id, name: '乙' })
    const { result } = await get(`history?id=${id}`)
    expect(result).toMatchObject([
      { version: 2, operateType: 3, content: { name: '乙' }, createBy: 'keeper' },
      { version: 1, operateType: 2, content: { name: '甲' } },
    ])
    expect(await post('restore', { id, version: 1 })).toMatchObject({ success: true, message: '恢复成功！' })
    expect((await get(`queryById?id=${id}`)).result.name).toBe('甲')
    expect((await get(`history?id=${id}`)).result[0]).toMatchObject({ version: 3, content: { name: '甲' } })
  })

  it('restores a deleted row under its own id', async () => {
    const id = await add({ name: '甲' })
    await remove(id)
    expect((await get(`queryById?id=${id}`)).success).toBe(false)
    expect((await get(`history?id=${id}`)).result).toMatchObject([{ version: 2, operateType: 4 }, { version: 1 }])
    await post('restore', { id, version: 2 })
    expect((await get(`queryById?id=${id}`)).result).toMatchObject({ id, name: '甲', createBy: 'keeper' })
    await remove(id)
    expect(await post('restore', { id })).toMatchObject({ success: true })
    expect((await get(`history?id=${id}`)).result[0]).toMatchObject({ version: 5, operateType: 2 })
    expect(await post('restore', { id, version: 99 })).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('reports references to a row and refuses to delete it while there are any', async () => {
    const id = await add()
    const code = `p${codes}`
    expect((await get(`uses?ids=${id}`)).result).toEqual([])
    const userId = await server.addUser('holder')
    await server.db
      .updateTable('sysUser')
      .set({ post: `director,${code}` })
      .where('id', '=', userId)
      .execute()
    expect((await get(`uses?ids=${id}`)).result).toEqual([{ noun: '用户', count: 1, isBlocking: true }])
    expect(await remove(id)).toMatchObject({ success: false, message: '数据已被引用（用户 1 个），不能删除' })
    await server.db.updateTable('sysUser').set({ post: 'director' }).where('id', '=', userId).execute()
    expect(await remove(id)).toMatchObject({ success: true, message: '批量删除成功！' })
  })
})

describe('list page calls', () => {
  const names = async (query: Record<string, string>) =>
    (await get(`list?${new URLSearchParams(query)}`)).result.records.map(({ name }: { name: string }) => name)

  it('[SY-03] lists by filters, a doubly encoded advanced query, sort order, columns and page', async () => {
    await add({ name: '站长 1', postRank: '5' })
    await add({ name: '站长 2', postRank: '5' })
    await add({ name: '站长 3', postRank: '1' })
    const lines = [{ field: 'postRank', rule: 'eq', val: '5', type: 'text' }]
    const query = {
      name: '*站长*',
      column: 'name',
      order: 'desc',
      field: 'id,,code,name,action,no_such_column',
      pageNo: '1',
      pageSize: '20',
      superQueryMatchType: 'and',
      superQueryParams: encodeURI(JSON.stringify(lines)),
    }
    expect(await names(query)).toEqual(['站长 2', '站长 1'])
    expect(await names({ ...query, pageSize: '1', pageNo: '2' })).toEqual(['站长 1'])
    const { superQueryParams: _lines, ...plain } = query
    expect(await names({ ...plain, order: 'asc', code: '' })).toEqual(['站长 1', '站长 2', '站长 3'])
    expect(await names({ name: '*站长*' })).toEqual(['站长 3', '站长 2', '站长 1'])
  })

  it('[SY-08] adds without an id and edits by id, with a message for the toast', async () => {
    const form = { id: '', code: 'sy08', name: '甲', postRank: '2' }
    expect(await post('add', form)).toMatchObject({ success: true, message: '添加成功！' })
    const [row] = (await get('list?code=sy08')).result.records
    const edited = { ...row, name: '乙', postRank_dictText: '初级', checked: true }
    const { body } = await server.call('PUT', '/sys/position/edit', { token, body: edited })
    expect(body).toMatchObject({ success: true, message: '编辑成功！' })
    expect((await get(`queryById?id=${row.id}`)).result).toMatchObject({ code: 'sy08', name: '乙', createBy: 'keeper' })
  })

  it('[SY-10] deletes all ids of one call, with or without a trailing comma, or none of them', async () => {
    const ids = [await add(), await add(), await add()]
    expect(await remove(`${ids[0]},nobody,`)).toMatchObject({ success: false })
    expect(await remove(`${ids.join(',')},`)).toMatchObject({ success: true, message: '批量删除成功！' })
    for (const id of ids) expect((await get(`queryById?id=${id}`)).success).toBe(false)
    expect(await remove(',')).toMatchObject({ success: false })
  })

  it('[SY-12] exports all rows found, or the selected ones, as a workbook', async () => {
    const id = await add({ name: '导出甲' })
    await add({ name: '导出乙' })
    const sheet = async (body: object) => {
      const path = `/sys/position/exportXls?${new URLSearchParams({ name: '*导出*', column: 'name', order: 'desc' })}`
      const { raw, headers } = await server.call('POST', path, { token, body })
      expect(headers['content-type']).toContain('spreadsheetml')
      const [first] = Object.values(read(raw).Sheets)
      return utils.sheet_to_json<string[]>(first ?? {}, { header: 1 }).slice(3)
    }
    expect((await sheet({})).map(([, name]) => name)).toEqual(['导出甲', '导出乙'])
    expect((await sheet({ selections: `${id},` })).map(([, name]) => name)).toEqual(['导出甲'])
  })

  it.each([
    ['POST', 'add', { code: 'sy16', name: '甲' }],
    ['PUT', 'edit', { id: '1', name: '甲' }],
    ['PUT', 'editBatch', { ids: '1', name: '甲' }],
    ['DELETE', 'delete?id=1', undefined],
    ['DELETE', 'deleteBatch?ids=1,', undefined],
    ['POST', 'exportXls', {}],
    ['POST', 'restore', { id: '1' }],
  ] as const)('[SY-16] refuses %s %s to users who may only see the list', async (method, path, body) => {
    const { status } = await server.call(method, `/sys/position/${path}`, { token: viewer, ...(body && { body }) })
    expect(status).toBe(403)
    expect((await server.call('GET', '/sys/position/list', { token: viewer })).body.success).toBe(true)
  })
})

describe('a bulk edit', () => {
  const editBatch = async (body: object) => (await server.call('PUT', '/sys/position/editBatch', { token, body })).body
  const nameOf = async (id: string) => (await get(`queryById?id=${id}`)).result.name

  it('changes all rows, each with its own version and log line, and keeps omitted fields', async () => {
    const ids = [await add({ name: '甲' }), await add({ name: '乙' })]
    expect(await editBatch({ ids: `${ids.join(',')},`, postRank: '5', code: 'other', name: null })).toMatchObject({
      success: true,
      message: '已修改 2 条',
    })
    for (const id of ids) {
      expect((await get(`queryById?id=${id}`)).result).toMatchObject({
        postRank: '5',
        code: expect.stringMatching(/^p/),
      })
      expect((await get(`history?id=${id}`)).result).toMatchObject([{ version: 2, operateType: 3 }, { version: 1 }])
    }
    expect(await Promise.all(ids.map(nameOf))).toEqual(['甲', '乙'])
  })

  it('changes no row when one is missing or the change is invalid', async () => {
    const id = await add({ name: '甲' })
    const before = await lastLog()
    expect((await editBatch({ ids: `${id},nobody`, name: '乙' })).success).toBe(false)
    expect((await editBatch({ ids: id, name: '长'.repeat(101) })).success).toBe(false)
    expect((await editBatch({ ids: ',', name: '乙' })).success).toBe(false)
    expect(await nameOf(id)).toBe('甲')
    expect(await lastLog()).toEqual(before)
  })
})

describe('data rules', () => {
  let id: string

  beforeEach(async () => {
    id = await add({ name: '规则之外' })
  })

  it('hide a row from reading, writing, deleting and its history', async () => {
    const roleId = newId()
    const ruleId = newId()
    const { db } = server
    await db
      .insertInto('sysRole')
      .values({ id: roleId, roleCode: `ruled-${roleId}`, roleName: '受限' })
      .execute()
    const page = await db
      .selectFrom('sysPermission')
      .select('id')
      .where('component', '=', 'system/SysPositionList')
      .executeTakeFirstOrThrow()
    const buttons = await db.selectFrom('sysPermission').select('id').where('parentId', '=', page.id).execute()
    await db
      .insertInto('sysRolePermission')
      .values([page, ...buttons].map((menu) => ({ roleId, permissionId: menu.id })))
      .execute()
    await db
      .insertInto('sysPermissionDataRule')
      .values({
        id: ruleId,
        permissionId: page.id,
        ruleName: '只看巡检',
        ruleColumn: 'name',
        ruleConditions: 'LIKE',
        ruleValue: '巡检',
      })
      .execute()
    await db.insertInto('sysRoleDataRule').values({ roleId, permissionId: page.id, ruleId }).execute()
    await server.addUser(`ruled-${roleId}`, { roles: [`ruled-${roleId}`] })
    const ruled = await server.signIn(`ruled-${roleId}`)
    const NOT_FOUND = { success: false, message: '未找到对应数据' }
    const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await server.call(method, `/sys/position/${path}`, { token: ruled, ...(body && { body }) })).body
    expect(await ask('GET', `queryById?id=${id}`)).toMatchObject(NOT_FOUND)
    expect(await ask('GET', `history?id=${id}`)).toMatchObject(NOT_FOUND)
    expect(await ask('POST', 'edit', { id, name: '巡检' })).toMatchObject(NOT_FOUND)
    expect(await ask('DELETE', `delete?id=${id}`)).toMatchObject(NOT_FOUND)
    expect(await ask('POST', 'restore', { id, version: 1 })).toMatchObject(NOT_FOUND)
    expect((await ask('GET', `uses?ids=${id}`)).result).toEqual([])
    expect((await get(`queryById?id=${id}`)).result.name).toBe('规则之外')
    await remove(id)
    expect(await ask('POST', 'restore', { id })).toMatchObject(NOT_FOUND)
    expect((await get(`queryById?id=${id}`)).success).toBe(false)
  })
})
