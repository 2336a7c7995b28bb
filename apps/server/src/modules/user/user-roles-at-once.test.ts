import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { eventually } from '../../testing/eventually.ts'

let server: TestApp
let token: string
let userId: string

beforeAll(async () => {
  server = await buildTestApp()
  // All user permissions, no device permissions.
  await server.addRole('hr', ['user'])
  await server.addUser('hr_one', { roles: ['hr'] })
  userId = await server.addUser('plain_one')
  token = await server.signIn('hr_one')
})
afterAll(() => server.close())

const newRole = async (code: string) => {
  await server.db
    .insertInto('sysRole')
    .values({ id: `r-${code}`, roleCode: code, roleName: code })
    .execute()
  return `r-${code}`
}
const held = async () =>
  (await server.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', userId).execute()).map(
    ({ roleId }) => roleId,
  )

/** Makes a call while another transaction is changing a role; the change is committed before the call continues. */
async function during(change: (trx: Tx) => Promise<unknown>, call: () => Promise<{ body: { message: string } }>) {
  let pending: ReturnType<typeof call> | undefined
  await server.db.transaction().execute(async (trx) => {
    await change(trx)
    pending = call()
    await eventually(async () => {
      const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        server.db,
      )
      expect(rows).toHaveLength(1)
    })
  })
  return (await pending)?.body
}
const grantMore = (roleId: string) => async (trx: Tx) => {
  // Same statements as a grant of permissions.
  await trx.selectFrom('sysRole').select('id').where('id', '=', roleId).forUpdate().execute()
  await trx
    .insertInto('sysRolePermission')
    .columns(['roleId', 'permissionId'])
    .expression((eb) =>
      eb
        .selectFrom('sysPermission')
        .select([eb.val(roleId).as('roleId'), 'id'])
        .where('perms', '=', 'mon:device:delete'),
    )
    .execute()
}
const edit = (roleId: string) => () =>
  server.call('PUT', '/sys/user/edit', { token, body: { id: userId, selectedroles: roleId } })
const join = (roleId: string) => () =>
  server.call('POST', '/sys/user/addSysUserRole', { token, body: { roleId, userIdList: [userId] } })

it.each([
  ['the form', edit],
  ['the list of members', join],
] as const)('a role being deleted is not granted by %s, with a message', async (name, call) => {
  const id = await newRole(`gone_${name.length}`)
  const answer = await during((trx) => trx.deleteFrom('sysRole').where('id', '=', id).execute(), call(id))
  expect(answer).toMatchObject({ success: false, message: '所选角色不存在' })
  expect(await held()).toEqual([])
})

it.each([
  ['the form', edit],
  ['the list of members', join],
] as const)('a role that gains permissions the caller lacks is not granted by %s', async (name, call) => {
  const id = await newRole(`more_${name.length}`)
  const answer = await during(grantMore(id), call(id))
  expect(answer).toMatchObject({ success: false, message: `不能授予或收回超出自己权限的角色：more_${name.length}` })
  expect(await held()).toEqual([])
})
