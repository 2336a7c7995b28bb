import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'
import { createRoleImport } from './role.resource.ts'

let server: TestApp
let token: string
let keeper: string
let codes = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('somebody')
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('somebody')
  keeper = await server.signIn('keeper')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = keeper) =>
  (await server.call(method, `/sys/role/${path}`, { token: as, ...(body ? { body } : {}) })).body

async function add(form: object = {}): Promise<string> {
  codes += 1
  const { result } = await call('POST', 'add', { id: '', roleCode: `duty_${codes}`, roleName: '值班员', ...form })
  return result.id
}

const list = async (query: Record<string, string>) =>
  (await call('GET', `list?${new URLSearchParams({ column: 'roleCode', order: 'asc', ...query })}`, undefined, token))
    .result
const codesOf = async (query: Record<string, string>) =>
  (await list(query)).records.map((row: { roleCode: string }) => row.roleCode)

describe('the list of roles', () => {
  it('[CA-31] returns all roles by name', async () => {
    const { result } = await call('GET', 'queryall', undefined, token)
    expect(result).toHaveLength(14)
    expect(result).toContainEqual(expect.objectContaining({ id: 'r-admin', roleName: '管理员', roleCode: 'admin' }))
  })

  it('[CA-33] pages, filters, and finds roles by lists of ids or codes', async () => {
    expect(await list({ pageSize: '2' })).toMatchObject({
      total: 14,
      pages: 7,
      records: [{ id: 'r-admin', roleName: '管理员', roleCode: 'admin' }, { roleCode: 'analyst' }],
    })
    expect(await codesOf({ roleCode: 'admin,test,' })).toEqual(['admin', 'test'])
    expect(await codesOf({ roleCode: 'admin,' })).toEqual(['admin'])
    expect(await codesOf({ id: 'r-test,r-analyst,nobody,' })).toEqual(['analyst', 'test'])
    expect(await codesOf({ roleName: '*管理员*' })).toEqual(['admin', 'nat_admin'])
    expect(await codesOf({ createTime_end: '2001-01-01' })).toEqual([])
  })
})

it('lists refused actions: all on the own role, deletion of a built-in one', async () => {
  const own = '不能修改自己所属的角色「管理员」'
  const plain = await add()
  const { result } = await call('GET', 'list?pageSize=100')
  const refusalsOf = (id: string) => result.records.find((row: { id: string }) => row.id === id).refusals
  expect(refusalsOf('r-admin')).toEqual({ update: own, grant: own, remove: own })
  expect(refusalsOf('r-test')).toEqual({ remove: expect.stringMatching(/^系统内置角色.*不能删除$/) })
  expect(refusalsOf(plain)).toBeUndefined()
  expect(await call('PUT', 'edit', { id: 'r-admin', roleName: '本人' })).toMatchObject({ success: false, message: own })
  await call('DELETE', `delete?id=${plain}`)
})

describe('the role resource', () => {
  it('[CA-30] adds and edits a role; its code stays and is unique', async () => {
    const id = await add({ roleName: '港口值班', description: '夜班' })
    const { result: row } = await call('GET', `queryById?id=${id}`)
    expect(row).toMatchObject({ roleName: '港口值班', description: '夜班', createBy: 'keeper' })
    // Existing clients send the whole row back, with additional fields.
    const edited = { ...row, roleName: '港口值班员', roleCode: 'other', description: '', status_dictText: 'x' }
    expect(await call('PUT', 'edit', edited)).toMatchObject({ success: true })
    expect((await call('GET', `queryById?id=${id}`)).result).toMatchObject({
      roleName: '港口值班员',
      roleCode: row.roleCode,
      description: '',
      updateBy: 'keeper',
    })
    const taken = { roleCode: row.roleCode, roleName: '重复' }
    expect(await call('POST', 'add', taken)).toMatchObject({ success: false, message: '角色编码已存在！' })
    expect(await call('GET', `checkRoleCode?roleCode=${row.roleCode}`)).toMatchObject({ success: false })
    expect(await call('GET', `checkRoleCode?roleCode=${row.roleCode}&id=${id}`)).toMatchObject({ result: true })
    expect(await call('GET', 'checkRoleCode?roleCode=nobody')).toMatchObject({ success: true, result: true })
  })

  it.each([
    ['no name', { roleName: '' }, '不能为空'],
    ['a name of one letter', { roleName: '甲' }, '2 到 30'],
    ['a name that is too long', { roleName: '甲'.repeat(31) }, '最多 30'],
    ['a code that is too long', { roleCode: 'x'.repeat(65) }, '最多 64'],
    ['a code that is a list', { roleCode: 'a,b' }, '逗号'],
    ['a remark that is too long', { description: '甲'.repeat(127) }, '最多 126'],
  ])('rejects %s', async (_name, wrong, message) => {
    const answer = await call('POST', 'add', { roleCode: 'wrong', roleName: '错误', ...wrong })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(message) })
    expect(await codesOf({ roleCode: 'wrong' })).toEqual([])
  })

  it('tells how many users have a role before deletion, and takes it from them', async () => {
    const id = await add()
    const member = await server.addUser('member')
    await server.db.insertInto('sysUserRole').values({ userId: member, roleId: id }).execute()
    await server.db.insertInto('sysRolePermission').values({ roleId: id, permissionId: 'p-mon-ts-view' }).execute()
    const as = await server.signIn('member')
    expect((await call('GET', `uses?ids=${id},`)).result).toEqual([{ noun: '用户', count: 1 }])
    expect((await server.call('GET', '/mon/home/matrix', { token: as })).status).not.toBe(403)
    expect(await call('DELETE', `deleteBatch?ids=${id},`)).toMatchObject({ success: true })
    expect((await server.call('GET', '/mon/home/matrix', { token: as })).status).toBe(403)
    expect(await server.db.selectFrom('sysUserRole').selectAll().where('roleId', '=', id).execute()).toEqual([])
  })

  it('refuses to delete built-in and own roles and to edit own ones', async () => {
    expect(await call('DELETE', 'delete?id=r-test')).toMatchObject({
      success: false,
      message: '系统内置角色「临时角色」不能删除',
    })
    for (const [method, path, body] of [
      ['DELETE', 'delete?id=r-admin', undefined],
      ['PUT', 'edit', { id: 'r-admin', roleName: '别的名字' }],
      ['POST', 'restore', { id: 'r-admin', version: 1 }],
    ] as const) {
      expect(await call(method, path, body)).toMatchObject({
        success: false,
        message: '不能修改自己所属的角色「管理员」',
      })
    }
    expect(await codesOf({ id: 'r-admin,r-test' })).toEqual(['admin', 'test'])
  })

  it('refuses changes to a role with more permissions than the caller', async () => {
    const roleId = await add()
    const grants = ['p-system-role-edit', 'p-system-role-delete', 'p-system-role-grant', 'p-system-role-import']
    await server.db
      .insertInto('sysRolePermission')
      .values(grants.map((permissionId) => ({ roleId, permissionId })))
      .execute()
    const helper = await server.addUser('helper')
    await server.db.insertInto('sysUserRole').values({ userId: helper, roleId }).execute()
    const as = await server.signIn('helper')
    const above = { success: false, message: '角色「分析员」拥有您没有的权限，不能操作' }
    expect(await call('PUT', 'edit', { id: 'r-analyst', roleName: '分析' }, as)).toMatchObject(above)
    expect(await call('DELETE', 'delete?id=r-analyst', undefined, as)).toMatchObject(above)
    const rules = { roleId: 'r-analyst', permissionId: 'm-map', dataRuleIds: '' }
    expect(await call('POST', 'datarule', rules, as)).toMatchObject(above)
    expect((await call('GET', 'queryById?id=r-analyst')).result).toMatchObject({ roleName: '分析员' })
    const below = await add()
    expect(await call('PUT', 'edit', { id: below, roleName: '帮手' }, as)).toMatchObject({ success: true })
  })
})

it('[SY-29] exports roles as a workbook and imports it by the rules of the form', async () => {
  await add({ roleName: '导出的角色', roleCode: 'exported' })
  const path = `/sys/role/exportXls?roleName=${encodeURIComponent('导出的角色')}`
  const { status, headers, raw } = await server.call('POST', path, { token: keeper, body: {} })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain(encodeURIComponent('角色列表'))
  expect(tableOf(raw)).toContainEqual(expect.arrayContaining(['导出的角色', 'exported']))
  const send = async (rows: string[][]) => {
    const table = [['角色列表'], ['x'], ['角色名称', '角色编码', '描述'], ...rows]
    const { body, headers: type } = await multipart([['file', { name: 'roles.xlsx', bytes: sheetOf(table) }]])
    return (await server.call('POST', '/sys/role/importExcel', { token: keeper, body, headers: type })).body
  }
  expect(await send([['表格来的角色', 'imported', '备注']])).toMatchObject({ success: true, code: 200 })
  expect((await list({ roleCode: 'imported' })).records).toMatchObject([
    { roleName: '表格来的角色', createBy: 'keeper' },
  ])
  const refused = await send([
    ['重复的角色', 'exported', ''],
    ['短', 'short', ''],
  ])
  expect(refused).toMatchObject({ code: 201, result: { errorCount: 2, successCount: 0 } })
  expect(await codesOf({ roleCode: 'short' })).toEqual([])
})

it('[SY-29] refuses rows of a sheet for roles its sender may not change', async () => {
  const user = { ...buildSessionUser('keeper', NATIONAL), roleCodes: ['admin'] }
  const session = await createRoleImport(server.db, server.bus).entity.open(user)
  const form = { id: undefined, roleCode: 'admin', roleName: '被篡改' }
  const write = server.db.transaction().execute((trx) => session.write(trx, [{ id: 'r-admin', form }]))
  await expect(write).rejects.toThrow('不能修改自己所属的角色「管理员」')
  expect((await list({ roleCode: 'admin' })).records).toMatchObject([{ roleName: '管理员' }])
})
