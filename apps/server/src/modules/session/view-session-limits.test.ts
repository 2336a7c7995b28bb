import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { startMaintenance } from '../../runtime/maintenance.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { clearLog } from '../../testing/clear-log.ts'
import { eventually } from '../../testing/eventually.ts'
import { openLiveClient, refusedStatus } from '../../testing/live-client.ts'
import { addRole, bindRule, lookAs } from '../../testing/look-as.ts'

const LOOKER = ['system:rights:view', 'system:rights:lookAs', 'mon:station:view', 'mon:ts:view']
let server: TestApp
let keeper: string
let keeperId: string
let dutyId: string
let roleId: string

beforeAll(async () => {
  server = await buildTestApp()
  roleId = await addRole(server, 'looker', LOOKER)
  keeperId = await server.addUser('keeper', { roles: ['looker'], regionPrefixes: ['32', '33'] })
  await addRole(server, 'station-reader', ['mon:station:view', 'mon:ts:view'])
  dutyId = await server.addUser('duty', { roles: ['station-reader'], regionPrefixes: ['32'] })
  await server.db
    .insertInto('sysTenant')
    .values([
      { id: 11, name: '十一', status: 1 },
      { id: 12, name: '十二', status: 1 },
    ])
    .execute()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysViewSession').execute()
  await server.db.deleteFrom('sysSession').execute()
  await forget()
  keeper = await server.signIn('keeper')
  await clearLog(server.db)
})

const forget = async () => server.bus.publish('rightsChanged', [keeperId, dutyId])
const refusal = async (subject: object, token = keeper) =>
  (await server.call('POST', '/sys/rights/look', { token, body: subject })).body
const lookAt = (subject: object = { kind: 'user', id: dutyId }) => lookAs(server, keeper, subject)
const statusOf = async (token: string, headers = {}) =>
  (await server.call('GET', '/sys/dict/queryAllDictItems', { token, headers })).status
const setUser = (id: string, change: object) =>
  server.db.updateTable('sysUser').set(change).where('id', '=', id).execute()
const lines = () =>
  server.db
    .selectFrom('sysLog')
    .select(['logType', 'logContent', 'username', 'userId', 'success'])
    .orderBy('id')
    .execute()

describe('a view is refused for a user', () => {
  it.each([
    [
      'with a right they lacks',
      { roles: ['station_ops'], regionPrefixes: ['32'] },
      '拥有您没有的权限，不能以其身份查看',
    ],
    ['of another region', { roles: [], regionPrefixes: ['44'] }, '的数据范围超出您的范围，不能以其身份查看'],
    ['of the whole country', { roles: [], regionPrefixes: ['*'] }, '的数据范围超出您的范围，不能以其身份查看'],
    [
      'of a department above',
      { roles: [], orgCode: 'A', regionPrefixes: ['32'] },
      '的数据范围超出您的范围，不能以其身份查看',
    ],
    ['that is frozen', { roles: [], regionPrefixes: ['32'], status: 2 }, '的账号已冻结或删除，不能以其身份查看'],
  ])('%s', async (name, given, text) => {
    const id = await server.addUser(`u-${name}`, given)
    const body = await refusal({ kind: 'user', id })
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toBe(`u-${name}（测试）（u-${name}）${text}`)
    expect(await server.db.selectFrom('sysViewSession').selectAll().execute()).toEqual([])
  })

  it('who also belongs to a department the viewer does not see', async () => {
    const id = await server.addUser('two-hats', { regionPrefixes: ['32'] })
    const depId = 'dep-elsewhere'
    await server.db
      .insertInto('sysDepart')
      .values({ id: depId, departName: '别处', orgCode: 'B07', orgCategory: '1' })
      .execute()
    await server.db.insertInto('sysUserDepart').values({ userId: id, depId }).execute()
    expect((await refusal({ kind: 'user', id })).message).toContain('数据范围超出')
  })

  it('who is the viewer or unknown, or for a role with more permissions', async () => {
    expect((await refusal({ kind: 'role', id: 'r-admin' })).message).toBe('管理员拥有您没有的权限，不能以其身份查看')
    expect((await refusal({ kind: 'user', id: keeperId })).message).toBe(
      '不能以自己的身份查看，您看到的就是自己的控制台',
    )
    expect((await refusal({ kind: 'user', id: 'nobody' })).message).toBe('未找到对应数据')
    expect(await refusal({ kind: 'group', id: dutyId })).toMatchObject({ success: false })
    await server.addUser('plain', { roles: ['analyst'] })
    expect(await refusal({ kind: 'user', id: dutyId }, await server.signIn('plain'))).toMatchObject({ code: 403 })
  })

  it('when the viewer has five views', async () => {
    for (let n = 0; n < 5; n += 1) await lookAt()
    expect((await refusal({ kind: 'user', id: dutyId })).message).toBe('同时最多查看 5 个身份，请先退出其他查看')
  })

  it("a view applies the viewer's own data rules, too", async () => {
    await buildStation(server.db, { name: '南京站', regionCode: '320100' })
    await buildStation(server.db, { name: '苏州站', regionCode: '320500' })
    const seen = async (token: string) =>
      (await server.call('GET', '/mon/station/list', { token })).body.result.records.map(
        ({ name }: { name: string }) => name,
      )
    const { token } = await lookAt()
    expect(await seen(token)).toHaveLength(2)
    await bindRule(server, roleId, 'm-station-list', '苏州')
    await forget()
    expect(await seen(token)).toEqual(['苏州站'])
    expect(await seen(await server.signIn('duty'))).toHaveLength(2)
    await server.db.deleteFrom('sysPermissionDataRule').execute()
  })

  it('a view works only in tenants that viewer and subject share', async () => {
    const join = (userId: string, tenantId: number) =>
      server.db.insertInto('sysUserTenant').values({ userId, tenantId }).execute()
    await join(keeperId, 11)
    await join(dutyId, 11)
    await join(dutyId, 12)
    const { token, tenantId } = await lookAt()
    expect(tenantId).toBe(11)
    expect(await statusOf(token, { 'tenant-id': '11' })).toBe(200)
    expect(await statusOf(token, { 'tenant-id': '12' })).toBe(401)
    await server.db.deleteFrom('sysUserTenant').where('userId', '=', dutyId).where('tenantId', '=', 11).execute()
    expect(await statusOf(token, { 'tenant-id': '11' })).toBe(401)
    await server.db.deleteFrom('sysUserTenant').execute()
  })
})

describe('a view ends', () => {
  const sessions = () => server.db.updateTable('sysSession')
  it.each([
    ['when its viewer signs out', () => server.call('POST', '/sys/logout', { token: keeper })],
    [
      'when their session was left alone',
      () => sessions().set({ lastSeenAt: sql<Date>`now() - interval '121 minutes'` }).execute(),
    ],
    ['when their session is over', () => sessions().set({ expiresAt: sql<Date>`now()` }).execute()],
    ['when they have to choose a password', () => sessions().set({ mustChangePassword: true }).execute()],
    ['when they are frozen', () => setUser(keeperId, { status: 2 })],
    ['when they are deleted', () => setUser(keeperId, { delFlag: 1 })],
    ['when they see less than its subject', () => setUser(keeperId, { regionPrefixes: ['33'] })],
    ['when its subject is frozen', () => setUser(dutyId, { status: 2 })],
    ['when its subject is deleted', () => setUser(dutyId, { delFlag: 1 })],
    ['when its subject is moved out of their reach', () => setUser(dutyId, { regionPrefixes: ['44'] })],
    ['with its time', () => server.db.updateTable('sysViewSession').set({ expiresAt: sql<Date>`now()` }).execute()],
  ])('%s', async (_name, happens) => {
    const { token } = await lookAt()
    expect(await statusOf(token)).toBe(200)
    await happens()
    expect(await statusOf(token)).toBe(401)
    await setUser(keeperId, { status: 1, delFlag: 0, regionPrefixes: ['32', '33'] })
    await setUser(dutyId, { status: 1, delFlag: 0, regionPrefixes: ['32'] })
  })

  it.each([
    ['may not look any more', 'looker', 'system:rights:lookAs', true],
    ['lacks a right its subject has', 'looker', 'mon:ts:view', true],
  ])('when its viewer %s', async (_name, roleCode, perms) => {
    const { token } = await lookAt()
    const grant = server.db
      .selectFrom('sysPermission')
      .select('id')
      .where('perms', '=', perms)
      .executeTakeFirstOrThrow()
    const permissionId = (await grant).id
    const role = await server.db
      .selectFrom('sysRole')
      .select('id')
      .where('roleCode', '=', roleCode)
      .executeTakeFirstOrThrow()
    const row = { roleId: role.id, permissionId }
    await server.db
      .deleteFrom('sysRolePermission')
      .where('roleId', '=', role.id)
      .where('permissionId', '=', permissionId)
      .execute()
    await forget()
    expect(await statusOf(token)).toBe(401)
    await server.db.insertInto('sysRolePermission').values(row).execute()
  })

  it("by its own token, without ending the viewer's session", async () => {
    const { token } = await lookAt()
    expect((await server.call('POST', '/sys/logout', { token })).body).toMatchObject({ success: true })
    expect([await statusOf(token), await statusOf(keeper)]).toEqual([401, 200])
    expect((await server.call('POST', '/sys/logout', { token })).body.message).toBe('登录凭证无效')
  })

  it('is not renewed by its calls, which renew the session of its viewer', async () => {
    const { token, expiresAt } = await lookAt()
    await sessions().set({ lastSeenAt: sql<Date>`now() - interval '70 seconds'` }).execute()
    await statusOf(token)
    const { ageS } = await server.db
      .selectFrom('sysSession')
      .select(sql<number>`extract(epoch from now() - last_seen_at)::float8`.as('ageS'))
      .executeTakeFirstOrThrow()
    expect(ageS).toBeLessThan(30)
    const view = await server.db.selectFrom('sysViewSession').select('expiresAt').executeTakeFirstOrThrow()
    expect(view.expiresAt.getTime()).toBe(expiresAt)
  })
})

describe('the log', () => {
  const NAME = 'duty（测试）（duty）'
  it('records for the viewer: begin, refused write, denied permission, and end', async () => {
    const { token } = await lookAt()
    await server.call('POST', '/mon/station/add', { token, body: {} })
    await server.call('GET', '/mon/device/list', { token })
    await server.call('POST', '/sys/logout', { token })
    const who = { username: 'keeper', userId: keeperId }
    expect(await lines()).toEqual([
      { logType: 2, logContent: `以 ${NAME} 的身份查看控制台`, success: true, ...who },
      { logType: 3, logContent: `拒绝访问（以 ${NAME} 的身份查看时）：mon:station:add`, success: false, ...who },
      { logType: 3, logContent: `拒绝访问（以 ${NAME} 的身份查看时）：mon:device:view`, success: false, ...who },
      { logType: 2, logContent: `结束以 ${NAME} 的身份查看，历时 1 分钟`, success: true, ...who },
    ])
  })

  it("records the end once when the view expired or the viewer's session ended", async () => {
    await lookAt()
    await lookAt()
    await sql`update sys_view_session set created_at = now() - interval '40 minutes',
      expires_at = now() - interval '10 minutes' where id = (select min(id) from sys_view_session)`.execute(server.db)
    await server.call('POST', '/sys/logout', { token: keeper })
    await clearLog(server.db)
    const clock = createManualClock(Date.now())
    const stop = startMaintenance({
      db: server.db,
      bus: server.bus,
      log: createLogger({ logLevel: 'silent' }).of('jobs'),
      clock,
    })
    clock.advance(60_000)
    await eventually(async () => expect(await lines()).toHaveLength(2))
    stop()
    expect((await lines()).map(({ logContent, username }) => `${username}：${logContent}`).sort()).toEqual([
      `keeper：结束以 ${NAME} 的身份查看，历时 1 分钟`,
      `keeper：结束以 ${NAME} 的身份查看，历时 30 分钟`,
    ])
    expect(await server.db.selectFrom('sysViewSession').selectAll().execute()).toEqual([])
  })
})

describe('sockets of a view', () => {
  let base: string
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    base = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/jeecg-boot`
  })

  it.each([
    ['the view ends', (token: string) => token],
    ['the session of its viewer does', () => keeper],
  ])('include the live feed, which closes when %s', async (_name, ended) => {
    const { token } = await lookAt()
    const client = await openLiveClient(`${base}/mon/ws`, token)
    await server.call('POST', '/sys/logout', { token: ended(token) })
    expect(await client.take('bye')).toMatchObject({ reason: 'auth' })
    expect(await client.closed).toBe(1008)
  })

  it('exclude notices and grids', async () => {
    const { token } = await lookAt()
    expect(await refusedStatus(`${base}/websocket/${dutyId}`, [token])).toBe(401)
    expect(await refusedStatus(`${base}/vxeSocket/${dutyId}/page`, [token])).toBe(401)
  })

  it('count against the viewer, never against the subject', async () => {
    const { token } = await lookAt()
    const clients = []
    for (let n = 0; n < 10; n += 1) clients.push(await openLiveClient(`${base}/mon/ws`, token))
    expect(await refusedStatus(`${base}/mon/ws`, [keeper])).toBe(429)
    expect(await refusedStatus(`${base}/mon/ws`, [token])).toBe(429)
    const own = await openLiveClient(`${base}/mon/ws`, await server.signIn('duty'))
    await Promise.all([own, ...clients].map((client) => client.close()))
  })
})
