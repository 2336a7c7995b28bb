import type { AddressInfo } from 'node:net'
import { primaryMethod } from '@natim/contract/endpoint'
import { LIVE_SOCKET_PATH } from '@natim/contract/socket/live'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { newWallShared } from '@natim/domain/wall'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { eventually } from '../../testing/eventually.ts'
import { FOR_ALL_MS, forAll } from '../../testing/for-all.ts'
import { type LiveClient, openLiveClient, refusedStatus } from '../../testing/live-client.ts'
import { everyCall } from '../../testing/matrix.ts'

const CALLS = await everyCall()
/** Period of the check that would end them otherwise. */
const SOCKET_CHECK_MS = 60_000
const KIOSK_CALLS = [
  'GET /mon/wall/alarms',
  'GET /mon/wall/devices',
  'GET /mon/wall/network',
  'GET /mon/wall/screen',
  'GET /mon/wall/series',
]

let server: TestApp
let officer: string
let screenId: string
let token: string
let tokenId: string
let shown: BuiltDevice
let hidden: BuiltDevice
let foreign: BuiltDevice
let makers = 0
let maker: string
let url: string
let clients: LiveClient[] = []

beforeAll(async () => {
  server = await buildTestApp()
  shown = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2', 'nh3'], regionCode: '320500' })
  hidden = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], regionCode: '320500' })
  foreign = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], regionCode: '370300' })
  server.bus.publish('registers', {})
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${LIVE_SOCKET_PATH}`
})
beforeEach(async () => {
  makers += 1
  maker = await server.addUser(`maker${makers}`, { roles: ['nat_duty'], orgCode: 'A01', regionPrefixes: ['32'] })
  officer = await server.signIn(`maker${makers}`)
  const added = await server.call('POST', '/mon/wall/add', { token: officer, body: { name: '大厅屏' } })
  screenId = added.body.result.id
  const state = {
    ...newWallShared(Date.now()),
    corners: { leftTop: shown.clientId, rightTop: foreign.clientId, leftBottom: null, rightBottom: null },
  }
  await server.call('PUT', '/mon/wall/screen', { token: officer, body: { id: screenId, version: 0, state } })
  const made = await server.call('POST', '/mon/wall/token/add', {
    token: officer,
    body: { screenId, name: '大厅左屏', days: 30 },
  })
  token = made.body.result.token
  tokenId = made.body.result.id
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  clients = []
})
afterAll(() => server.close())

const screenOf = (id = screenId, with_ = token) => server.call('GET', `/mon/wall/screen?id=${id}`, { token: with_ })
const listed = async () =>
  (await server.call('GET', `/mon/wall/token/list?id=${screenId}`, { token: officer })).body.result
async function open(): Promise<LiveClient> {
  const client = await openLiveClient(url, token)
  clients.push(client)
  return client
}

it('reads its screen; neither the database nor the list contains the token', async () => {
  expect((await screenOf()).body.result).toMatchObject({ id: screenId, version: 1 })
  const rows = await server.db.selectFrom('monWallToken').selectAll().where('id', '=', tokenId).execute()
  expect(JSON.stringify(rows)).not.toContain(token.slice(5))
  expect(rows[0]?.tokenHash).toHaveLength(32)
  expect(await listed()).toMatchObject([
    { id: tokenId, name: '大厅左屏', makerName: expect.anything(), state: 'valid' },
  ])
  expect(JSON.stringify(await listed())).not.toContain(token.slice(5, 15))
})

it(
  'may make the calls of its screen and no others',
  async () => {
    expect(
      CALLS.filter(({ endpoint }) => endpoint.kiosk)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(KIOSK_CALLS)
    const closed = CALLS.filter(({ endpoint }) => endpoint.access !== 'public' && !endpoint.kiosk)
    expect(closed.length).toBeGreaterThan(300)
    await forAll(
      server,
      closed.map((call) => [call.name, call] as const),
      async ({ method, endpoint }, call) => {
        const path = endpoint.path.replaceAll(/:\w+/g, '1')
        const answer = await call(method ?? primaryMethod(endpoint), path, {
          token,
          body: method === 'GET' ? undefined : {},
        })
        expect(answer.status).toBe(403)
      },
    )
  },
  FOR_ALL_MS,
)

it('is limited to one screen: another of the same department is not found', async () => {
  const { body } = await server.call('POST', '/mon/wall/add', { token: officer, body: { name: '另一屏' } })
  expect((await screenOf(body.result.id)).body).toMatchObject({ success: false, message: '未找到对应数据' })
  for (const path of ['network', 'alarms', 'devices', 'series']) {
    const query = `id=${body.result.id}&from=0&to=1000&clientIds=${shown.clientId}&clientId=${shown.clientId}&channels=1`
    expect((await server.call('GET', `/mon/wall/${path}?${query}`, { token })).body.success, path).toBe(false)
  }
})

it('reads only devices of its screen that its creator could see', async () => {
  const asked = [shown, hidden, foreign].map(({ clientId }) => clientId).join()
  const { body } = await server.call('GET', `/mon/wall/devices?id=${screenId}&clientIds=${asked}`, { token })
  expect(body.result.map((device: object | null) => device !== null)).toEqual([true, false, false])
  const now = Date.now()
  const series = async (device: BuiltDevice) => {
    const query = `id=${screenId}&clientId=${device.clientId}&channels=${device.channelNos[0]}&from=${now - 60_000}&to=${now}`
    return (await server.call('GET', `/mon/wall/series?${query}`, { token })).body.success
  }
  expect([await series(shown), await series(hidden), await series(foreign)]).toEqual([true, false, false])
})

it('reads a device while an alarm of level 1 or 2 brings it onto its screen', async () => {
  const loud = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], regionCode: '320500' })
  const mild = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], regionCode: '320500' })
  server.bus.publish('registers', {})
  const reads = async (device: BuiltDevice) =>
    (await server.call('GET', `/mon/wall/devices?id=${screenId}&clientIds=${device.clientId}`, { token })).body
      .result[0] !== null
  expect([await reads(loud), await reads(mild)]).toEqual([false, false])
  const alarmId = await buildAlarm(server.db, { deviceId: loud.id, severity: 2 })
  await buildAlarm(server.db, { deviceId: mild.id, severity: 3 })
  await buildAlarm(server.db, { deviceId: foreign.id, severity: 1, regionCode: '370300' })
  expect([await reads(loud), await reads(mild), await reads(foreign)]).toEqual([true, false, false])
  const over = new Date(Date.now() - 2 * HOUR_MS)
  const columns = { active: false, raisedTs: over, clearedTs: over, closedTs: over }
  await server.db.updateTable('monAlarm').set(columns).where('id', '=', alarmId).execute()
  expect(await reads(loud)).toBe(false)
})

it('is added, listed and revoked only with access to the screen', async () => {
  await server.addUser(`other${makers}`, { roles: ['nat_duty'], orgCode: 'A02', regionPrefixes: ['*'] })
  const stranger = await server.signIn(`other${makers}`)
  const refused = { success: false, message: '未找到对应数据' }
  const body = { screenId, name: '外人', days: 30 }
  expect((await server.call('POST', '/mon/wall/token/add', { token: stranger, body })).body).toMatchObject(refused)
  const list = await server.call('GET', `/mon/wall/token/list?id=${screenId}`, { token: stranger })
  expect(list.body).toMatchObject(refused)
  const revoke = await server.call('POST', '/mon/wall/token/revoke', { token: stranger, body: { id: tokenId } })
  expect(revoke.body).toMatchObject(refused)
  expect((await screenOf()).status).toBe(200)
  expect(await listed()).toHaveLength(1)
})

it('follows only its screen and the channels on it by socket', async () => {
  const beside = await server.call('POST', '/mon/wall/add', { token: officer, body: { name: '同部门的另一块屏' } })
  const client = await open()
  client.send({ op: 'sub', id: 'w', topic: 'wall', screenId })
  expect((await client.take('wall')).d.version).toBe(1)
  const channels = [...shown.channelNos, ...hidden.channelNos, ...foreign.channelNos]
  client.send({ op: 'sub', id: 'c', topic: 'ch', keys: channels })
  await client.take('snap')
  const at = Date.now()
  server.bus.publish('points', {
    commits: [],
    deviceIds: [shown.deviceNo, shown.deviceNo, hidden.deviceNo, foreign.deviceNo],
    channelNos: channels,
    tsMs: channels.map(() => at),
    values: channels.map((_, index) => index + 1),
    flags: channels.map(() => 0),
  })
  const { d } = await client.take('ch')
  expect(d.map(([channelNo]) => channelNo).sort()).toEqual([...shown.channelNos].sort())
  client.send({ op: 'sub', id: 'd', topic: 'dev', ids: [shown.id, hidden.id, foreign.id] })
  expect((await client.take('dev')).d.map(({ id }) => id)).toEqual([shown.id])
  for (const request of [
    { op: 'sub', id: 'all', topic: 'dev' },
    { op: 'sub', id: 'kind', topic: 'kind', kind: 'gas' },
    { op: 'sub', id: 'other', topic: 'wall', screenId: beside.body.result.id },
    { op: 'sub', id: 'none', topic: 'wall', screenId: 'somewhere' },
  ] as const) {
    client.send(request)
    expect(await client.take('err')).toMatchObject({ id: request.id })
  }
})

it('opens no other socket', async () => {
  const base = url.replace(LIVE_SOCKET_PATH, '')
  for (const path of [`/websocket/${maker}`, `/websocket/wall-${tokenId}`, `/vxeSocket/${maker}/${'0'.repeat(32)}`]) {
    expect(await refusedStatus(`${base}${path}`, [token]), path).toBe(401)
  }
})

describe('ends', () => {
  it('when revoked, including its sockets, before their periodic check', async () => {
    const client = await open()
    await client.settle()
    const sentMs = performance.now()
    await server.call('POST', '/mon/wall/token/revoke', { token: officer, body: { id: tokenId } })
    expect((await screenOf()).status).toBe(401)
    expect(await client.closed).toBe(1008)
    expect(performance.now() - sentMs).toBeLessThan(SOCKET_CHECK_MS)
    expect((await listed())[0].state).toBe('revoked')
    const again = await server.call('POST', '/mon/wall/token/revoke', { token: officer, body: { id: tokenId } })
    expect(again.body).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('on its expiry date, and not earlier by being idle', async () => {
    const set = (column: string, ms: number) =>
      sql`update mon_wall_token set ${sql.ref(column)} = now() + make_interval(secs => ${ms / 1_000}) where id = ${tokenId}`.execute(
        server.db,
      )
    await set('last_used_at', -20 * DAY_MS)
    await set('create_time', -29 * DAY_MS)
    expect((await screenOf()).status).toBe(200)
    await set('expires_at', -1_000)
    expect((await screenOf()).status).toBe(401)
    expect((await listed())[0].state).toBe('expired')
  })

  it("when its creator's account is frozen", async () => {
    const client = await open()
    await client.settle()
    await server.db.updateTable('sysUser').set({ status: 2 }).where('id', '=', maker).execute()
    expect((await screenOf()).status).toBe(401)
    server.bus.publish('rightsChanged', [maker])
    expect(await client.closed).toBe(1008)
  })

  it('when its screen is deleted, and works again when that is restored', async () => {
    await server.call('DELETE', `/mon/wall/delete?id=${screenId}`, { token: officer })
    expect((await screenOf()).status).toBe(401)
    await server.call('POST', '/mon/wall/restore', { token: officer, body: { id: screenId } })
    await eventually(async () => expect((await screenOf()).status).toBe(200))
  })
})

it('keeps the scope its creator had when it was added', async () => {
  await server.db
    .updateTable('sysUser')
    .set({ regionPrefixes: ['*'] })
    .where('id', '=', maker)
    .execute()
  server.bus.publish('rightsChanged', [maker])
  const { body } = await server.call('GET', `/mon/wall/devices?id=${screenId}&clientIds=${foreign.clientId}`, { token })
  expect(body.result).toEqual([null])
})
