import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'
import { ORG_CODE_COLUMNS } from './org-code.repository.ts'

let server: TestApp
let token: string
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-departs-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const send = async (method: 'POST' | 'PUT', path: string, body: object, by = token) =>
  (await server.call(method, `/sys/sysDepart/${path}`, { token: by, body })).body
const get = async (path: string, query: Record<string, string> = {}, by = token) =>
  (await server.call('GET', `/sys/sysDepart/${path}?${new URLSearchParams(query)}`, { token: by })).body
const remove = async (ids: string) =>
  (await server.call('DELETE', `/sys/sysDepart/deleteBatch?ids=${ids}`, { token })).body
async function add(departName: string, parentId?: string, form: object = {}): Promise<{ id: string; orgCode: string }> {
  const { result, message } = await send('POST', 'add', { departName, parentId, ...form })
  if (result === null) throw new Error(message)
  return (await get('queryById', { id: result.id })).result
}
const codeOf = async (id: string) => (await get('queryById', { id })).result.orgCode
const userOf = (id: string) =>
  server.db.selectFrom('sysUser').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lastLog = () =>
  server.db.selectFrom('sysLog').selectAll().where('logType', '=', 2).orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('a department', () => {
  it('[SY-38] is added at the top or below another one, gets its code from its position, and is edited by patch', async () => {
    const top = await add('华东大区')
    const child = await add('上海分中心', top.id, {
      0: 'd',
      1: '-',
      orgCode: 'Z99',
      orgCategory: '2',
      departOrder: '3',
    })
    const second = await add('安徽分中心', top.id)
    expect(top).toMatchObject({ orgCode: expect.stringMatching(/^[A-Z]\d\d$/), parentId: null, orgType: '1' })
    expect(child).toMatchObject({ orgCode: `${top.orgCode}A01`, parentId: top.id, orgType: '2', departOrder: 3 })
    expect(second.orgCode).toBe(`${top.orgCode}A02`)
    expect(
      await send('PUT', 'edit', {
        ...child,
        departName: '上海中心',
        memo: '',
        parentId: null,
        orgCode: 'Z01',
        fax: null,
      }),
    ).toMatchObject({ success: true, message: '编辑成功！' })
    expect((await get('queryById', { id: child.id })).result).toMatchObject({
      departName: '上海中心',
      memo: '',
      parentId: top.id,
      orgCode: child.orgCode,
    })
    expect((await lastLog()).logContent).toBe(`编辑部门：上海中心（${child.orgCode}）`)
  })

  it.each([
    [{ departName: '' }, '不能为空'],
    [{ departName: 'x', orgCategory: '9' }, '请选择机构类型'],
    [{ departName: 'x', departOrder: -1 }, '不能小于 0'],
    [{ departName: 'x', parentId: 'nowhere' }, '未找到对应数据'],
    [{ departName: 'x', directorUserIds: 'nobody' }, '负责人不存在'],
  ])('is refused as %j without leaving anything behind', async (form, words) => {
    const before = await get('list', { pageSize: '1' })
    const body = await send('POST', 'add', form)
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toContain(words)
    expect((await get('list', { pageSize: '1' })).result.total).toBe(before.result.total)
  })

  it('is at most twenty levels deep', async () => {
    let parent = await add('第 1 级')
    for (let level = 2; level <= 20; level += 1) parent = await add(`第 ${level} 级`, parent.id)
    expect(await send('POST', 'add', { departName: '第 21 级', parentId: parent.id })).toMatchObject({
      success: false,
      message: '部门最多 20 级',
    })
  })

  it('assigns heads, and removes only those the form knew of', async () => {
    const depart = await add('值守中心')
    const [first = '', second = '', third = ''] = await Promise.all(
      ['head1', 'head2', 'head3'].map((name) => server.addUser(name)),
    )
    await send('PUT', 'edit', { id: depart.id, directorUserIds: `${first},${second}`, oldDirectorUserIds: '' })
    expect(await userOf(first)).toMatchObject({ departIds: depart.id, userIdentity: 2 })
    expect(
      await server.db.selectFrom('sysUserDepart').selectAll().where('userId', '=', second).execute(),
    ).toMatchObject([{ depId: depart.id }])
    // The third was added elsewhere meanwhile: a client that does not know of them does not remove them.
    await send('PUT', 'edit', { id: depart.id, directorUserIds: `${first},${second},${third}` })
    await send('PUT', 'edit', { id: depart.id, directorUserIds: second, oldDirectorUserIds: `${first},${second}` })
    expect(await userOf(first)).toMatchObject({ departIds: null, userIdentity: 1 })
    const { directorUserIds } = (await get('queryById', { id: depart.id })).result
    expect(directorUserIds.split(',').sort()).toEqual([second, third].sort())
    await send('PUT', 'edit', { id: depart.id, directorUserIds: '', oldDirectorUserIds: directorUserIds })
    expect((await get('queryById', { id: depart.id })).result.directorUserIds).toBeNull()
  })
})

describe('[SY-41] moving', () => {
  it('renumbers everything below, wherever a code is stored', async () => {
    const [from, to] = [await add('旧上级'), await add('新上级')]
    const moved = await add('迁移部门', from.id)
    const below = await add('迁移下级', moved.id)
    const userId = await server.addUser('mover', { orgCode: below.orgCode })
    const station = await buildStation(server.db, { regionCode: '320100' })
    await server.db.updateTable('monStation').set({ sysOrgCode: moved.orgCode }).where('id', '=', station.id).execute()
    const heard: string[][] = []
    server.bus.subscribe('rightsChanged', (ids) => heard.push([...ids]))
    const answer = await send('PUT', 'move', { id: moved.id, parentId: to.id })
    expect(answer).toMatchObject({ success: true, result: { orgCode: `${to.orgCode}A01` } })
    expect(await codeOf(below.id)).toBe(`${to.orgCode}A01A01`)
    expect((await userOf(userId)).orgCode).toBe(`${to.orgCode}A01A01`)
    expect(
      await server.db
        .selectFrom('monStation')
        .select('sysOrgCode')
        .where('id', '=', station.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ sysOrgCode: `${to.orgCode}A01` })
    expect(heard.flat()).toContain(userId)
    expect(await codeOf(from.id)).toBe(from.orgCode)
    // The old code stays reserved: remaining references must not resolve to another department.
    expect((await add('后来者', to.id)).orgCode).toBe(`${to.orgCode}A02`)
  })

  it('works to the top and back, but not below itself and not for the root', async () => {
    const top = await add('可移动')
    const child = await add('子', top.id)
    expect(await send('PUT', 'move', { id: top.id, parentId: child.id })).toMatchObject({
      success: false,
      message: '不能移动到自己或下级部门之下',
    })
    expect(await send('PUT', 'move', { id: top.id, parentId: top.id })).toMatchObject({ success: false })
    expect(await send('PUT', 'move', { id: 'd-a01', parentId: top.id })).toMatchObject({
      success: false,
      message: '内置的根部门不能移动或删除',
    })
    expect((await send('PUT', 'move', { id: child.id })).result.orgCode).toMatch(/^[A-Z]\d\d$/)
    expect((await get('queryById', { id: child.id })).result).toMatchObject({ parentId: null, orgType: '1' })
  })

  it('covers every database column that holds department codes', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns as c
      join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%org_code'`.execute(
      server.db,
    )
    expect(ORG_CODE_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    )
  })
})

describe('deleting', () => {
  it('[SY-38] [CA-59] removes descendants, members, heads, permissions and roles', async () => {
    const top = await add('撤销部门')
    const child = await add('撤销下级', top.id)
    const userId = await server.addUser('leaver', { orgCode: child.orgCode })
    await send('PUT', 'edit', { id: child.id, directorUserIds: userId, oldDirectorUserIds: '' })
    await server.db.insertInto('sysDepartPermission').values({ departId: child.id, permissionId: 'm-home' }).execute()
    await server.db
      .insertInto('sysDepartRole')
      .values({ id: 'dr-1', departId: child.id, roleCode: 'dr_1', roleName: '班长' })
      .execute()
    await server.db.insertInto('sysDepartRoleUser').values({ id: 'dru-1', droleId: 'dr-1', userId }).execute()
    expect((await get('uses', { ids: `${top.id},` })).result).toEqual([
      { noun: '下级部门', count: 1 },
      { noun: '成员', count: 1 },
    ])
    expect((await server.call('DELETE', `/sys/sysDepart/delete?id=${top.id}`, { token })).body).toMatchObject({
      success: true,
      message: '删除成功！',
    })
    expect((await get('queryTreeList', { ids: `${top.id},${child.id}` })).result).toEqual([])
    expect(await userOf(userId)).toMatchObject({ orgCode: null, departIds: null, userIdentity: 1 })
    for (const table of ['sysUserDepart', 'sysDepartRoleUser'] as const) {
      expect(await server.db.selectFrom(table).selectAll().where('userId', '=', userId).execute()).toEqual([])
    }
    for (const table of ['sysDepartPermission', 'sysDepartRole'] as const) {
      expect(await server.db.selectFrom(table).selectAll().where('departId', '=', child.id).execute()).toEqual([])
    }
  })

  it('is refused with stations below, for the root and for missing departments', async () => {
    const depart = await add('有站部门')
    const station = await buildStation(server.db, { regionCode: '330100' })
    await server.db.updateTable('monStation').set({ sysOrgCode: depart.orgCode }).where('id', '=', station.id).execute()
    expect(await remove(`${depart.id},`)).toMatchObject({
      success: false,
      message: '数据已被引用（站点 1 个），不能删除',
    })
    expect((await get('uses', { ids: depart.id })).result).toEqual([{ noun: '站点', count: 1, isBlocking: true }])
    expect(await remove('d-a01')).toMatchObject({ success: false, message: '内置的根部门不能移动或删除' })
    expect(await remove(`${depart.id},gone`)).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await codeOf(depart.id)).toBe(depart.orgCode)
  })

  it('never reuses a code', async () => {
    const top = await add('编码不复用')
    const first = await add('一', top.id)
    await remove(first.id)
    expect((await add('二', top.id)).orgCode).toBe(`${top.orgCode}A02`)
  })
})

describe('[CA-58] departments headed by the user', () => {
  it('are listed with their descendants, each once; the message says whether the user is a head', async () => {
    const top = await add('负责大区')
    const child = await add('负责分区', top.id)
    const userId = await server.addUser('chief', { roles: ['admin'] })
    const chief = await server.signIn('chief')
    expect(await get('queryMyDeptTreeList', {}, chief)).toMatchObject({ success: true, message: '1', result: null })
    await send('PUT', 'edit', { id: child.id, directorUserIds: userId, oldDirectorUserIds: '' })
    expect(await get('queryMyDeptTreeList', {}, chief)).toMatchObject({
      message: '2',
      result: [{ id: child.id, parentId: top.id, isLeaf: true, children: null }],
    })
    await send('PUT', 'edit', { id: top.id, directorUserIds: userId, oldDirectorUserIds: '' })
    expect((await get('queryMyDeptTreeList', {}, chief)).result).toMatchObject([
      { id: top.id, children: [{ id: child.id, children: null }] },
    ])
  })
})

describe('import and export', () => {
  const FILE_HEADS = ['机构/部门名称', '排序', '机构类别', '机构编码', '备注']

  it('[SY-38] writes codes and labels, and reads them again with parents found by code prefix', async () => {
    const exported = await server.call('POST', '/sys/sysDepart/exportXls', { token, body: { departName: '*旧上级*' } })
    expect(exported.headers['content-type']).toContain('spreadsheetml')
    const top = await add('导入大区')
    const code = (suffix: string) => `${top.orgCode}${suffix}`
    const answer = await importDeparts([
      ['导入二级', '2', '部门', code('A01A01'), ''],
      ['导入一级', '1', '公司', code('A01'), '总部'],
    ])
    expect(answer).toMatchObject({ success: true, code: 200 })
    const { result } = await get('queryTreeList', {})
    const node = result.find(({ id }: { id: string }) => id === top.id)
    expect(node).toMatchObject({
      departName: '导入大区',
      children: [
        {
          departName: '导入一级',
          orgCategory: '1',
          memo: '总部',
          orgType: '2',
          children: [{ departName: '导入二级', orgCode: code('A01A01'), orgCategory: '2' }],
        },
      ],
    })
  })

  it('refuses rows whose codes have no parent, one by one', async () => {
    expect(await importDeparts([['孤儿', '', '', 'Y01A01', '']])).toMatchObject({ success: true, code: 201 })
    expect(await importDeparts([['错码', '', '', 'a1', '']])).toMatchObject({ success: true, code: 201 })
  })

  async function importDeparts(rows: string[][]) {
    const bytes = sheetOf([FILE_HEADS, ...rows])
    const { body, headers } = await multipart([['files[]', { name: '部门.xlsx', bytes }]])
    return (await server.call('POST', '/sys/sysDepart/importExcel', { token, body, headers })).body
  }
})
