import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../platform/db/db.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { everyCall } from './matrix.ts'
import { prepareSamples, RESOURCES } from './resource-samples.ts'

/**
 * 撤销: a restored row comes back with everything its deletion removed. Compares the whole database, so that tables
 * added later are covered automatically.
 */
let server: TestApp
let token: string
let member: string
let memberToken: string

beforeAll(async () => {
  server = await buildTestApp()
  await prepareSamples(server.db)
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  member = await server.addUser('member')
  memberToken = await server.signIn('member')
})
afterAll(() => server.close())

/** Tables that log calls and the undo itself. */
const NOTED = ['sys_log', 'sys_log_seal', 'sys_data_log', 'sys_removed_row', 'sys_session', 'sys_login_guard']
const STAMPS = ['update_by', 'update_time']

async function everything(): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    server.db,
  )
  const tables = rows.map(({ name }) => name).filter((name) => !NOTED.includes(name))
  const contents = await Promise.all(
    tables.map(async (name) => {
      const found = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(name)} as t order by t::text`.execute(server.db)
      const texts = found.rows.map(({ row }) => {
        for (const stamp of STAMPS) delete row[stamp]
        return row
      })
      return [name, texts] as const
    }),
  )
  return Object.fromEntries(contents)
}

async function ask(method: 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await server.call(method, path, { token, ...(body && { body }) })
  expect(answer.body, path).toMatchObject({ success: true })
  return answer.body.result
}

async function into<T extends keyof Database>(table: T, ...rows: Insertable<Database[T]>[]): Promise<void> {
  await server.db
    .insertInto(table)
    .values(rows as never)
    .execute()
}

/** Related rows of a register row that must be restored with it. */
const RELATIONS: Readonly<Record<string, (id: string, person: string) => Promise<unknown>>> = {
  '/sys/role': async (id, person) => {
    const { id: permissionId } = await server.db
      .selectFrom('sysPermission')
      .select('id')
      .where('component', '=', 'mon/device/DeviceList')
      .executeTakeFirstOrThrow()
    const ruleId = `rule-${id}`
    const rule = { id: ruleId, permissionId, ruleName: '本站', ruleColumn: 'name', ruleConditions: '=', ruleValue: 'x' }
    await into('sysPermissionDataRule', rule)
    const rights = await server.db
      .selectFrom('sysPermission')
      .select('id')
      .where('perms', 'like', 'mon:device:%')
      .execute()
    const grants = [permissionId, ...rights.map((right) => right.id)]
    await into('sysRolePermission', ...[...new Set(grants)].map((grant) => ({ roleId: id, permissionId: grant })))
    await into('sysRoleDataRule', { roleId: id, permissionId, ruleId })
    await into('sysUserRole', { roleId: id, userId: person })
  },
  '/sys/dict': (dictId) =>
    ask('POST', '/sys/dictItem/add', { dictId, itemText: '甲', itemValue: '1', sortOrder: 1, status: 1 }),
}

const FORMS: Readonly<Record<string, object>> = {
  '/sys/dataSource': { dbPassword: 'a-secret-of-the-archive' },
}

describe('undoing a deletion', () => {
  it.each(RESOURCES.map((register, n) => [register.base, register, n] as const))(
    '%s is restored with everything deleted along with it',
    async (base, register, n) => {
      const { id } = await ask('POST', `${base}/add`, { ...register.form(9_000 + n), ...FORMS[base] })
      await RELATIONS[base]?.(id, await server.addUser(`person_${n}`))
      const before = await everything()
      await ask('DELETE', `${base}/delete?id=${id}`)
      expect(await everything()).not.toEqual(before)
      await ask('POST', `${base}/restore`, { id })
      expect(await everything()).toEqual(before)
    },
  )

  it.each(RESOURCES.map((register, n) => [register.base, register, n] as const))(
    '%s is restored once by concurrent requests, beside a concurrent add of the same',
    async (base, register, n) => {
      const form = { ...register.form(9_500 + n), ...FORMS[base] }
      const { id } = await ask('POST', `${base}/add`, form)
      await ask('DELETE', `${base}/delete?id=${id}`)
      const send = (path: string, body: object) => server.call('POST', `${base}/${path}`, { token, body })
      const [added, ...back] = await Promise.all([send('add', form), ...[1, 2, 3].map(() => send('restore', { id }))])
      const successes = back.filter(({ body }) => body.success).length
      const isBack = successes > 0
      expect(successes).toBe(isBack ? (register.hasBin ? 1 : 3) : 0)
      expect(isBack || added.body.success).toBe(true)
      const versions = await server.db.selectFrom('sysDataLog').select('id').where('dataId', '=', id).execute()
      expect(versions).toHaveLength(isBack ? 3 : 2)
    },
  )

  it('restores a user with roles, departments and tenants, who can sign in again', async () => {
    const roles = await server.db.selectFrom('sysRole').select('id').where('roleCode', '=', 'analyst').execute()
    const { id: departId } = await server.db
      .selectFrom('sysDepart')
      .select('id')
      .where('orgCode', '=', 'A01')
      .executeTakeFirstOrThrow()
    const { id } = await ask('POST', '/sys/user/add', {
      username: 'night_duty',
      realname: '夜班',
      password: 'duty-room-2026!',
      selectedroles: roles.map((role) => role.id).join(','),
      selecteddeparts: departId,
    })
    const before = await everything()
    await ask('DELETE', `/sys/user/delete?id=${id}`)
    await ask('POST', '/sys/user/restore', { id })
    expect(await everything()).toEqual(before)
    await expect(server.signIn('night_duty')).resolves.toBeTypeOf('string')
  })

  it('restores a draft of an announcement with its recipients', async () => {
    const form = { titile: '演练', msgCategory: '1', msgType: 'USER', priority: 'L', userIds: `${member},` }
    const { id } = await ask('POST', '/sys/annountCement/add', {
      ...form,
      msgAbstract: '演练',
      msgContent: '<p>演练</p>',
    })
    const before = await everything()
    await ask('DELETE', `/sys/annountCement/delete?id=${id}`)
    await ask('POST', '/sys/annountCement/restore', { id })
    expect(await everything()).toEqual(before)
  })

  it('covers every register that offers it', async () => {
    const bases = (await everyCall())
      .map(({ endpoint }) => endpoint.path)
      .filter((path) => path.endsWith('/restore'))
      .map((path) => path.slice(0, -'/restore'.length))
    // Departments and menus can restore a version only; their deletion is announced as final.
    const final = ['/sys/sysDepart', '/sys/permission']
    // Metrics and publications can restore a version and cannot be deleted. Notes are not a register; their own test
    // undoes a deletion.
    const others = ['/mon/metric', '/mon/publication', '/mon/ts/note']
    const covered = [...RESOURCES.map(({ base }) => base), '/sys/user', '/sys/annountCement', ...others, ...final]
    expect([...new Set(bases)].sort()).toEqual(covered.sort())
  })
})

describe('a restored role', () => {
  const mayList = async () =>
    (await server.call('GET', '/mon/device/list', { token: memberToken })).body.success as boolean

  async function roleWithMember(code: string): Promise<string> {
    const { id } = await ask('POST', '/sys/role/add', { roleCode: code, roleName: '临时' })
    await RELATIONS['/sys/role']?.(id, member)
    return id
  }

  it('gives its members their permissions back at once', async () => {
    const id = await roleWithMember('undo_rights')
    await ask('DELETE', `/sys/role/delete?id=${id}`)
    expect(await mayList()).toBe(false)
    await ask('POST', '/sys/role/restore', { id })
    expect(await mayList()).toBe(true)
    await ask('DELETE', `/sys/role/delete?id=${id}`)
  })

  it('is restored once by concurrent requests', async () => {
    const id = await roleWithMember('undo_twice')
    await ask('DELETE', `/sys/role/delete?id=${id}`)
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call('POST', '/sys/role/restore', { token, body: { id } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const members = await server.db.selectFrom('sysUserRole').select('userId').where('roleId', '=', id).execute()
    expect(members).toEqual([{ userId: member }])
  })

  it('leaves out members deleted permanently in the meantime', async () => {
    const id = await roleWithMember('undo_gone')
    const other = await server.addUser('gone_since')
    await into('sysUserRole', { roleId: id, userId: other })
    await ask('DELETE', `/sys/role/delete?id=${id}`)
    await server.db.deleteFrom('sysUser').where('id', '=', other).execute()
    await ask('POST', '/sys/role/restore', { id })
    const members = await server.db.selectFrom('sysUserRole').select('userId').where('roleId', '=', id).execute()
    expect(members).toEqual([{ userId: member }])
  })

  it('cannot be restored by a user without one of its permissions', async () => {
    const id = await roleWithMember('undo_above')
    await ask('DELETE', `/sys/role/delete?id=${id}`)
    await server.addRole('clerk', ['role'])
    await server.addUser('clerk', { roles: ['clerk'] })
    const clerk = await server.signIn('clerk')
    const answer = await server.call('POST', '/sys/role/restore', { token: clerk, body: { id } })
    expect(answer.body).toMatchObject({ success: false })
    expect(await server.db.selectFrom('sysRole').select('id').where('id', '=', id).execute()).toEqual([])
    await ask('POST', '/sys/role/restore', { id })
  })
})
