import type { ImportJob, ImportPhase } from '@natim/contract/system/import'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}
const HEADINGS = ['*用户账号', '*用户姓名', '部门', '职务', '角色']

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  ids['admin'] = await server.addUser('admin', { roles: ['admin'] })
  // All user permissions, no device permissions.
  await server.addRole('hr', ['user'])
  ids['hr'] = await server.addUser('hr_one', { roles: ['hr'] })
  // Import only: may neither add nor edit users.
  await db.insertInto('sysRole').values({ id: 'r-sheets', roleCode: 'sheets', roleName: '表格员' }).execute()
  const rights = await db
    .selectFrom('sysPermission')
    .select('id')
    .where('perms', 'in', ['system:user:import', 'system:user:list'])
    .execute()
  const grants = rights.map(({ id }) => ({ roleId: 'r-sheets', permissionId: id }))
  await db.insertInto('sysRolePermission').values(grants).execute()
  ids['sheets'] = await server.addUser('sheets_one', { roles: ['sheets'] })
  for (const roleCode of ['twin_a', 'twin_b'])
    await db
      .insertInto('sysRole')
      .values({ id: `r-${roleCode}`, roleCode, roleName: '同名角色' })
      .execute()
  for (const [name, username] of [
    ['admin', 'admin'],
    ['hr', 'hr_one'],
    ['sheets', 'sheets_one'],
  ] as const)
    tokens[name] = await server.signIn(username)
})
afterAll(() => server.close())

const rowOf = (username: string, roles: string, rest: Partial<Record<number, string>> = {}) =>
  [username, '表行', '', '', roles].map((cell, column) => rest[column] ?? cell)

async function upload(path: string, rows: readonly string[][], by: string) {
  const { body, headers } = await multipart([['file', { name: '用户.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }]])
  return (await server.call('POST', `/sys/user/${path}`, { token: tokens[by] ?? '', body, headers })).body
}
const send = (rows: readonly string[][], by = 'admin') => upload('importExcel', rows, by)

/** Reasons of the refused rows, in order. */
async function reasonsOf(answer: Awaited<ReturnType<typeof send>>, by = 'admin'): Promise<string[]> {
  const { raw } = await server.call('GET', answer.result.fileUrl, { token: tokens[by] ?? '' })
  return tableOf(raw)
    .map((cells) => String(cells.at(-1)))
    .filter((text) => text.startsWith('第 '))
}
const rolesOf = async (username: string) =>
  (
    await server.db
      .selectFrom('sysUserRole as held')
      .innerJoin('sysUser as person', 'person.id', 'held.userId')
      .select('held.roleId')
      .where('person.username', '=', username)
      .orderBy('held.roleId')
      .execute()
  ).map(({ roleId }) => roleId)
const isThere = async (username: string) =>
  (await server.db.selectFrom('sysUser').select('id').where('username', '=', username).execute()).length === 1
const linesOf = async (pattern: string) =>
  (
    await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('logContent', 'like', pattern)
      .orderBy('id')
      .execute()
  ).map(({ logContent }) => logContent)

const step = async (path: string, body: object, by: string) =>
  (await server.call('POST', `/sys/user/import/${path}`, { token: tokens[by] ?? '', body })).body
const jobOf = async (id: string, by: string): Promise<ImportJob> =>
  (await server.call('GET', `/sys/user/import/job?id=${id}`, { token: tokens[by] ?? '' })).body.result
const until = (id: string, phase: ImportPhase, by: string) =>
  eventually(async () => {
    const job = await jobOf(id, by)
    expect(job.phase).toBe(phase)
    return job
  })

/** Runs an import as the workbench does, up to the dry run. */
async function check(rows: readonly string[][], by = 'admin'): Promise<ImportJob> {
  const { id } = (await upload('import/open', rows, by)).result
  const { mapping } = await until(id, 'mapping', by)
  expect(mapping).toMatchObject({ roles: 4 })
  await step('check', { id, mapping }, by)
  return until(id, 'checked', by)
}
async function commit({ id }: ImportJob, phase: ImportPhase = 'done', by = 'admin'): Promise<ImportJob> {
  expect((await step('commit', { id }, by)).success).toBe(true)
  return until(id, phase, by)
}
const errorsOf = async ({ id }: ImportJob, by = 'admin') =>
  (
    await server.call('GET', `/sys/user/import/rows?id=${id}&kind=wrong`, { token: tokens[by] ?? '' })
  ).body.result.records.map(({ errors }: { errors: object }) => errors)

describe('[SY-23] roles in a sheet of users', () => {
  it('are given by name or code with any usual separator, are stored, and appear in the log line', async () => {
    expect(
      await send([
        rowOf('sheet_one', '省级值班员、analyst'),
        rowOf('sheet_two', '分析员，运维人员'),
        rowOf('sheet_three', 'test; prov_duty'),
        rowOf('sheet_four', ''),
      ]),
    ).toMatchObject({ success: true, code: 200 })
    expect(await rolesOf('sheet_one')).toEqual(['r-analyst', 'r-prov-duty'])
    expect(await rolesOf('sheet_two')).toEqual(['r-analyst', 'r-station-ops'])
    expect(await rolesOf('sheet_three')).toEqual(['r-prov-duty', 'r-test'])
    expect(await rolesOf('sheet_four')).toEqual([])
    const [line] = await linesOf('新增用户：%（sheet_one）%')
    expect(line).toMatch(/；授予角色：(省级值班员、分析员|分析员、省级值班员)$/)
    expect(await linesOf('新增用户：%（sheet_four）%')).toEqual(['新增用户：表行（sheet_four）'])
  })

  it('are explained in the template: their format, and that an empty cell changes nothing', async () => {
    const { raw } = await server.call('GET', '/sys/user/importTemplate', { token: tokens['admin'] ?? '' })
    const [, [note = ''] = [], headings = [], example = []] = tableOf(raw)
    expect(note).toContain('空着的单元格不改动')
    expect(note).toContain('「角色」填写后以所填的为准')
    expect(example[headings.indexOf('角色')]).toBe('省级值班员、分析员')
    expect((await check([rowOf('sheet_tpl', example[headings.indexOf('角色')] ?? '')])).summary).toMatchObject({
      new: 1,
    })
  })

  it.each<[string, string, string]>([
    ['is none', '分析员、火星员', '「火星员」不存在'],
    ['stands there twice', '分析员、省级值班员、分析员', '「分析员」重复'],
    ['stands there by name and by code', '分析员、analyst', '「分析员」和「analyst」是同一个角色'],
    ['goes by a name of two', '同名角色', '「同名角色」有多个，请填编码'],
  ])('are refused when a role %s, and no user is added', async (_name, roles, sentence) => {
    const answer = await send([rowOf('sheet_bad', roles)])
    expect(await reasonsOf(answer)).toEqual([`第 2 行 角色：${sentence}`])
    expect(await isThere('sheet_bad')).toBe(false)
  })

  it('are limited to those the sender may grant in the form, with reasons per row', async () => {
    const rows = [rowOf('hr_a', 'hr'), rowOf('hr_b', '临时角色、省级值班员'), rowOf('hr_c', 'admin')]
    const answer = await send(rows, 'hr')
    expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 2 } })
    expect(await reasonsOf(answer, 'hr')).toEqual([
      '第 3 行 角色：不能授予或收回超出自己权限的角色：省级值班员',
      '第 4 行 角色：不能授予或收回超出自己权限的角色：管理员',
    ])
    expect(await rolesOf('hr_a')).toEqual(['r-hr'])
    expect([await isThere('hr_b'), await isThere('hr_c')]).toEqual([false, false])
  })

  it('are refused for senders who may import users but neither add nor edit them', async () => {
    const answer = await send([rowOf('plain_a', ''), rowOf('plain_b', '临时角色')], 'sheets')
    expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
    expect(await reasonsOf(answer, 'sheets')).toEqual(['第 3 行 角色：您没有新增或编辑用户的权限，不能分配角色'])
    const job = await check([rowOf('plain_a', '临时角色')], 'sheets')
    expect(await errorsOf(job, 'sheets')).toEqual([{ roles: '您没有新增或编辑用户的权限，不能分配角色' }])
    expect(await rolesOf('plain_a')).toEqual([])
  })

  it("are refused for the sender's own account", async () => {
    const job = await check([rowOf('hr_one', 'hr、临时角色')], 'hr')
    expect(await errorsOf(job, 'hr')).toEqual([{ roles: '不能修改自己的角色' }])
  })
})

describe('roles of an existing user', () => {
  const add = async (username: string, roles: readonly string[]) => {
    ids[username] = await server.addUser(username, { roles })
    await server.db.updateTable('sysUser').set({ realname: '表行' }).where('username', '=', username).execute()
  }

  it('stay unchanged for an empty cell or separators only, and are replaced by a filled cell', async () => {
    await add('known_blank', ['analyst', 'test'])
    await add('known_signs', ['analyst', 'test'])
    await add('known_filled', ['analyst', 'test'])
    const job = await check([
      rowOf('known_blank', '', { 1: '改名' }),
      rowOf('known_signs', ' 、 ', { 1: '改名' }),
      rowOf('known_filled', '省级值班员、分析员'),
    ])
    expect(job.summary).toEqual({ new: 0, changed: 3, same: 0, wrong: 0 })
    await commit(job)
    expect(await rolesOf('known_blank')).toEqual(['r-analyst', 'r-test'])
    expect(await rolesOf('known_signs')).toEqual(['r-analyst', 'r-test'])
    expect(await rolesOf('known_filled')).toEqual(['r-analyst', 'r-prov-duty'])
    expect(await linesOf('编辑用户：%（known_filled）%')).toEqual([
      '编辑用户：表行（known_filled）；授予角色：省级值班员；收回角色：临时角色',
    ])
  })

  it('count as unchanged in another order or by code, like departments and positions', async () => {
    await add('known_same', ['analyst', 'test'])
    await server.db
      .insertInto('sysUserDepart')
      .values({ userId: ids['known_same'] ?? '', depId: 'd-a01' })
      .execute()
    await server.db.updateTable('sysUser').set({ post: 'duty_leader' }).where('username', '=', 'known_same').execute()
    const { summary } = await check([rowOf('known_same', '临时角色、分析员', { 2: 'A01', 3: 'duty_leader' })])
    expect(summary).toEqual({ new: 0, changed: 0, same: 1, wrong: 0 })
    expect((await check([rowOf('known_same', 'analyst;test')])).summary).toMatchObject({ same: 1 })
  })

  it('are shown before and after the change', async () => {
    await add('known_shown', ['test'])
    const { id } = await check([rowOf('known_shown', '分析员')])
    const { records } = (
      await server.call('GET', `/sys/user/import/rows?id=${id}&kind=changed`, { token: tokens['admin'] ?? '' })
    ).body.result
    expect(records).toMatchObject([{ cells: { roles: '分析员' }, before: { roles: '临时角色' } }])
  })

  it('stay if the sender cannot see them, and cannot be named by the sender', async () => {
    const { db } = server
    await add('known_hidden', ['analyst', 'test'])
    await db
      .insertInto('sysPermissionDataRule')
      .values({
        id: 'rule-seen',
        permissionId: 'm-role',
        ruleName: '不看分析员',
        ruleColumn: 'roleCode',
        ruleConditions: '!=',
        ruleValue: 'analyst',
      })
      .execute()
    await db
      .insertInto('sysRoleDataRule')
      .values({ roleId: 'r-admin', permissionId: 'm-role', ruleId: 'rule-seen' })
      .execute()
    server.bus.publish('rightsChanged', [ids['admin'] ?? ''])
    const job = await check([rowOf('known_hidden', '省级值班员'), rowOf('fresh_hidden', '分析员')])
    expect(await errorsOf(job)).toEqual([{ roles: '「分析员」不存在' }])
    await commit(job)
    expect(await rolesOf('known_hidden')).toEqual(['r-analyst', 'r-prov-duty'])
    await db.deleteFrom('sysPermissionDataRule').execute()
    server.bus.publish('rightsChanged', [ids['admin'] ?? ''])
  })

  it('are unchanged when an export is imported', async () => {
    await add('known_out', ['analyst', 'test'])
    const { raw } = await server.call('GET', '/sys/user/exportXls?username=known_out', { token: tokens['admin'] ?? '' })
    const sheet = tableOf(raw)
    const headings = sheet.findIndex((cells) => cells.includes('用户账号'))
    const cell = (title: string) => String(sheet[headings + 1]?.[sheet[headings]?.indexOf(title) ?? -1] ?? '')
    expect(cell('角色')).not.toBe('')
    const { summary } = await check([rowOf(cell('用户账号'), cell('角色'))])
    expect(summary).toMatchObject({ same: 1, wrong: 0 })
  })
})

describe('between check and submission', () => {
  const newRole = async (code: string) => {
    await server.db
      .insertInto('sysRole')
      .values({ id: `r-${code}`, roleCode: code, roleName: code })
      .execute()
    return `r-${code}`
  }

  it('a deleted role stops the whole import, with row and role named', async () => {
    const id = await newRole('passing')
    const job = await check([rowOf('late_one', ''), rowOf('late_two', 'passing')])
    expect(job.summary).toMatchObject({ new: 2 })
    await server.db.deleteFrom('sysRole').where('id', '=', id).execute()
    expect((await commit(job, 'failed')).message).toBe(
      '核对之后数据有变化，没有写入任何数据：第 3 行 角色：「passing」不存在',
    )
    expect([await isThere('late_one'), await isThere('late_two')]).toEqual([false, false])
  })

  it("a role that now exceeds the sender's permissions is refused", async () => {
    const id = await newRole('growing')
    const job = await check([rowOf('grown_one', 'growing')], 'hr')
    const [right] = await server.db
      .selectFrom('sysPermission')
      .select('id')
      .where('perms', '=', 'mon:device:delete')
      .execute()
    await server.db
      .insertInto('sysRolePermission')
      .values({ roleId: id, permissionId: right?.id ?? '' })
      .execute()
    expect((await commit(job, 'failed', 'hr')).message).toContain('不能授予或收回超出自己权限的角色：growing')
    expect(await isThere('grown_one')).toBe(false)
  })
})
