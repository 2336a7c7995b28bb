import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIVE_PING_MS, LIVE_SOCKET_PATH } from '@natim/contract/socket/live'
import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import { type Bus, createLocalBus } from '../../../platform/bus.ts'
import { createManualClock } from '../../../platform/clock.ts'
import { createDb, type Db } from '../../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { buildSamples } from '../../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { type LiveClient, openLiveClient, refusedStatus } from '../../../testing/live-client.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../../testing/session-users.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { type Network, startNetwork } from '../network.ts'
import { TICK_MS } from './hub.ts'
import { type LiveSocket, registerLiveSocket } from './live-socket.ts'

const NOW_MS = 1_795_234_800_000
const PREFIX = '/jeecg-boot'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let bus: Bus
let network: Network
let server: Server
let live: LiveSocket
let url: string
const clock = createManualClock(NOW_MS)
const sessions = new Map<string, SessionUser>()
const clients: LiveClient[] = []

let air: BuiltDevice
let foreign: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString))
  bus = createLocalBus((error) => {
    throw error
  })
  air = await buildDevice(db, { metrics: ['pm25', 'so2'], status: 'online' })
  foreign = await buildDevice(db, { metrics: ['pm25'], regionCode: '440300', status: 'online' })
  await buildSamples(db, { deviceNo: air.deviceNo, channelNo: air.channelNos[0] as number }, [[NOW_MS, 12.5]])
  network = startNetwork({ db, bus, clock, onError: failTest })
  await network.fresh()
  server = createServer()
  live = registerLiveSocket({
    server,
    apiPrefix: PREFIX,
    network,
    bus,
    clock,
    authenticate: async (token) => sessions.get(token),
    peek: async (token) => sessions.get(token),
    alarms: { subscribe: () => () => undefined, since: async () => [] },
    walls: { follow: async () => undefined, narrow: async () => [], narrowDevices: async () => [] },
    homeCounters: async (scope, region) => ({
      atMs: clock.now(),
      byStatus: { online: scope.regionPrefixes.length, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 },
      pointsPerSecond: region === undefined ? 1 : 2,
      samplesToday: 3,
    }),
    origins: ['https://console.example'],
    onError: failTest,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}${LIVE_SOCKET_PATH}`
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await eventually(() => expect(live.socketCount()).toBe(0))
})
afterAll(async () => {
  await live.stop()
  network.stop()
  server.close()
  await db.destroy()
  await database.drop()
})

const failTest = (error: unknown) => expect.unreachable(String(error))

async function connect(user: SessionUser = buildSessionUser('national', NATIONAL)): Promise<LiveClient> {
  const token = `token-${user.sessionId}`
  sessions.set(token, user)
  const client = await openLiveClient(url, token)
  clients.push(client)
  return client
}

const publish = (device: BuiltDevice, channelNo: number, tsMs: number, value: number, flags = 0) =>
  bus.publish('points', {
    commits: [],
    deviceIds: [device.deviceNo],
    channelNos: [channelNo],
    tsMs: [tsMs],
    values: [value],
    flags: [flags],
  })

describe('handshake', () => {
  test('accepts the token as the subprotocol and echoes it, below the API prefix and at the root', async () => {
    sessions.set('good', buildSessionUser('good', NATIONAL))
    for (const address of [url, url.replace(PREFIX, '')]) {
      const client = await openLiveClient(address, 'good')
      clients.push(client)
      expect(client.socket.protocol).toBe('good')
    }
  })

  test('is refused before the upgrade: no token 401, unknown token 401, other origin 403, other path 404', async () => {
    sessions.set('good', buildSessionUser('good', NATIONAL))
    expect(await refusedStatus(url, [])).toBe(401)
    expect(await refusedStatus(url, ['unknown'])).toBe(401)
    expect(await refusedStatus(url, ['good'], { origin: 'https://evil.example' })).toBe(403)
    expect(await refusedStatus(`${url}x`, ['good'])).toBe(404)
  })

  test('accepts its own host and listed origins', async () => {
    sessions.set('good', buildSessionUser('good', NATIONAL))
    for (const origin of [`http://${new URL(url).host}`, 'https://console.example']) {
      clients.push(await openLiveClient(url, 'good', { headers: { origin } }))
    }
    expect(live.socketCount()).toBe(2)
  })

  test('allows ten sockets per user and refuses the eleventh', async () => {
    const user = buildSessionUser('busy', NATIONAL)
    for (let n = 0; n < 10; n++) await connect(user)
    expect(await refusedStatus(url, [`token-${user.sessionId}`])).toBe(429)
  })
})

describe('topic ch', () => {
  test('[BZ-10] starts with a snapshot and continues with the newest value of each channel, at most maxHz a second', async () => {
    const client = await connect()
    const [pm25, so2] = air.channelNos as [number, number]
    client.send({ op: 'sub', id: 's1', topic: 'ch', keys: [pm25, so2], maxHz: 1 })
    expect(await client.take('snap')).toEqual({ t: 'snap', id: 's1', d: [[pm25, NOW_MS, 12.5, 0]] })

    publish(air, pm25, clock.now() + 1, 1)
    clock.advance(TICK_MS)
    expect((await client.take('ch')).d).toEqual([[pm25, clock.now() - TICK_MS + 1, 1, 0]])
    const tsMs = clock.now()
    publish(air, pm25, tsMs + 10, 2)
    publish(air, pm25, tsMs + 20, 3)
    publish(air, so2, tsMs + 30, 4, 2)
    // A late sample is not the newest value.
    publish(air, pm25, tsMs - 60_000, 99)
    clock.advance(800)
    expect(await client.settle()).toEqual([])
    clock.advance(200)
    expect(await client.take('ch')).toEqual({
      t: 'ch',
      id: 's1',
      d: [
        [pm25, tsMs + 20, 3, 0],
        [so2, tsMs + 30, 4, 2],
      ],
    })
  })

  test('the same id again replaces the subscription', async () => {
    const client = await connect()
    const [pm25, so2] = air.channelNos as [number, number]
    for (const channelNo of [pm25, so2]) {
      client.send({ op: 'sub', id: 's', topic: 'ch', keys: [channelNo] })
      await client.take('snap')
    }
    publish(air, pm25, clock.now(), 1)
    publish(air, so2, clock.now(), 2)
    clock.advance(1_000)
    expect(await client.settle()).toMatchObject([{ t: 'ch', d: [[so2, clock.now() - 1_000, 2, 0]] }])
  })

  test('a late sample alone produces no frame', async () => {
    const client = await connect()
    const [pm25] = air.channelNos as [number]
    client.send({ op: 'sub', id: 's', topic: 'ch', keys: [pm25] })
    await client.take('snap')
    publish(air, pm25, NOW_MS - MINUTE_MS, 99)
    clock.advance(2_000)
    expect(await client.settle()).toEqual([])
  })

  test('unknown and out-of-scope channels are silently omitted', async () => {
    const client = await connect(buildSessionUser('js', JIANGSU))
    const [own] = air.channelNos as [number]
    const [hidden] = foreign.channelNos as [number]
    client.send({ op: 'sub', id: 's', topic: 'ch', keys: [own, hidden, 999_999] })
    expect((await client.take('snap')).d.map(([channelNo]) => channelNo)).toEqual([own])
    publish(foreign, hidden, clock.now(), 5)
    publish(air, own, clock.now(), 6)
    clock.advance(1_000)
    expect((await client.take('ch')).d.map(([channelNo]) => channelNo)).toEqual([own])
  })

  test('two consoles with the same request get the same frame under their own ids; unsub ends it', async () => {
    const [pm25] = air.channelNos as [number]
    const [first, second] = [
      await connect(buildSessionUser('a', NATIONAL)),
      await connect(buildSessionUser('b', NATIONAL)),
    ]
    first.send({ op: 'sub', id: 'one', topic: 'ch', keys: [pm25] })
    second.send({ op: 'sub', id: 'two', topic: 'ch', keys: [pm25] })
    await Promise.all([first.take('snap'), second.take('snap')])
    publish(air, pm25, clock.now(), 7)
    clock.advance(1_000)
    const [one, two] = await Promise.all([first.take('ch'), second.take('ch')])
    expect([one.id, two.id]).toEqual(['one', 'two'])
    expect(one.d).toEqual(two.d)

    first.send({ op: 'unsub', id: 'one' })
    await first.settle()
    publish(air, pm25, clock.now(), 8)
    clock.advance(2_000)
    await second.take('ch')
    expect(await first.settle()).toEqual([])
  })

  test('a channel registered after the subscription starts with its own snapshot', async () => {
    const client = await connect()
    const { last } = await db
      .selectFrom('monChannel')
      .select((eb) => eb.fn.max('channelNo').as('last'))
      .executeTakeFirstOrThrow()
    const upcoming = last + 1
    client.send({ op: 'sub', id: 's', topic: 'ch', keys: [upcoming] })
    expect((await client.take('snap')).d).toEqual([])
    const added = await buildDevice(db)
    expect(added.channelNos).toEqual([upcoming])
    bus.publish('registers', { deviceIds: [added.id] })
    await client.take('snap')
    publish(added, upcoming, clock.now(), 1)
    clock.advance(1_000)
    expect((await client.take('ch')).d).toEqual([[upcoming, clock.now() - 1_000, 1, 0]])
  })
})

describe('other topics', () => {
  test('kind sends every point in order, including late ones', async () => {
    const gas = await buildDevice(db, { kind: 'gas', metrics: ['cl2'] })
    bus.publish('registers', {})
    const client = await connect()
    client.send({ op: 'sub', id: 'tail', topic: 'kind', kind: 'gas' })
    await client.take('snap')
    const [cl2] = gas.channelNos as [number]
    const tsMs = clock.now()
    publish(gas, cl2, tsMs, 1)
    publish(gas, cl2, tsMs - 5_000, 2)
    publish(air, air.channelNos[0] as number, tsMs + 1, 3)
    clock.advance(1_000)
    expect((await client.take('ch')).d).toEqual([
      [cl2, tsMs, 1, 0],
      [cl2, tsMs - 5_000, 2, 0],
    ])
  })

  test('dev starts with every device in scope and reports status changes within a second', async () => {
    const client = await connect(buildSessionUser('js', JIANGSU))
    client.send({ op: 'sub', id: 'd', topic: 'dev' })
    const known = (await client.take('dev')).d.map((device) => device.id)
    expect(known).toContain(air.id)
    expect(known).not.toContain(foreign.id)
    bus.publish('deviceStatus', [
      { deviceNo: air.deviceNo, status: 'fault', lastSeenMs: NOW_MS },
      { deviceNo: foreign.deviceNo, status: 'fault', lastSeenMs: NOW_MS },
    ])
    clock.advance(1_000)
    expect((await client.take('dev')).d).toMatchObject([{ id: air.id, st: 'fault' }])
  })

  test('dev reports last contact at most every ten seconds', async () => {
    const client = await connect()
    client.send({ op: 'sub', id: 'd', topic: 'dev', ids: [air.id] })
    await client.take('dev')
    publish(air, air.channelNos[0] as number, clock.now(), 1)
    clock.advance(TICK_MS)
    expect((await client.take('dev')).d).toMatchObject([{ id: air.id, ls: clock.now() - TICK_MS }])
    publish(air, air.channelNos[0] as number, clock.now(), 2)
    clock.advance(9_000)
    expect(await client.settle()).toEqual([])
    clock.advance(1_100)
    expect((await client.take('dev')).d).toHaveLength(1)
  })

  test('home sends the counters of scope and region every few seconds', async () => {
    const client = await connect(buildSessionUser('js', JIANGSU))
    client.send({ op: 'sub', id: 'h', topic: 'home', region: '32' })
    // The register is read in between; the next tick loads the counters.
    await client.settle()
    clock.advance(TICK_MS)
    const first = await client.take('home')
    expect(first.d).toMatchObject({ pointsPerSecond: 2, byStatus: { online: 1 } })
    clock.advance(3_000)
    expect((await client.take('home')).d.atMs).toBeGreaterThan(first.d.atMs)
  })

  test('a topic without permission is refused by name without affecting the others', async () => {
    const client = await connect(buildSessionUser('limited', NATIONAL, ['mon:device:view']))
    client.send({ op: 'sub', id: 'no', topic: 'ch', keys: [1] })
    client.send({ op: 'sub', id: 'yes', topic: 'dev' })
    expect(await client.take('err')).toMatchObject({ id: 'no', code: 'permission.denied' })
    expect(await client.take('dev')).toMatchObject({ id: 'yes' })
  })
})

describe('misbehaving clients', () => {
  test('a malformed message is ignored; repeated ones end the connection with 1008', async () => {
    const client = await connect()
    for (const bad of ['{', '[]', '{"op":"sub"}', '{"op":"sub","id":"x","topic":"ch","keys":["1"]}', ''])
      client.socket.send(bad)
    expect(await client.settle()).toEqual([])
    client.socket.send(Buffer.from([1, 2, 3]))
    expect(await client.closed).toBe(1008)
  })

  test('more than 20 messages a second end the connection with 1008', async () => {
    const client = await connect()
    for (let n = 0; n < 21; n++) client.send({ op: 'ping' })
    expect(await client.closed).toBe(1008)
  })

  test('a frame over 64 KB ends the connection with 1009', async () => {
    const client = await connect()
    client.socket.send('x'.repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  test('the thirty-third subscription is refused', async () => {
    const client = await connect()
    for (let n = 0; n < 33; n++) {
      client.send({ op: 'sub', id: `s${n}`, topic: 'ch', keys: [air.channelNos[0] as number] })
      clock.advance(TICK_MS)
      await client.take(n < 32 ? 'snap' : 'err')
    }
  })

  test('a client silent for 30 s is cut off', async () => {
    sessions.set('good', buildSessionUser('good', NATIONAL))
    const client = await openLiveClient(url, 'good', { autoPong: false })
    clock.advance(LIVE_PING_MS * 2)
    expect(live.socketCount()).toBe(1)
    clock.advance(LIVE_PING_MS * 2)
    expect(await client.closed).toBe(1006)
  })
})

describe('sessions and permissions', () => {
  test('an ended session notifies and closes its own sockets only', async () => {
    const user = buildSessionUser('leaving', NATIONAL)
    const [leaving, staying] = [await connect(user), await connect()]
    bus.publish('sessionsEnded', [user.sessionId])
    expect(await leaving.take('bye')).toEqual({ t: 'bye', reason: 'auth' })
    expect(await leaving.closed).toBe(1008)
    expect(staying.socket.readyState).toBe(staying.socket.OPEN)
  })

  test('a session that expires unannounced is detected within a minute', async () => {
    const user = buildSessionUser('expiring', NATIONAL)
    const client = await connect(user)
    sessions.delete(`token-${user.sessionId}`)
    const bye = client.take('bye')
    for (let passedMs = 0; passedMs < MINUTE_MS; passedMs += LIVE_PING_MS) {
      clock.advance(LIVE_PING_MS)
      // A sign of life, so that the ping timeout does not end the connection.
      await Promise.race([new Promise((resolve) => client.socket.once('ping', resolve)), bye])
    }
    expect(await bye).toEqual({ t: 'bye', reason: 'auth' })
  })

  test('after a bus outage sessions are checked again, and the remaining ones get new snapshots', async () => {
    const [ended, stays] = [buildSessionUser('ended', NATIONAL), await connect()]
    const client = await connect(ended)
    stays.send({ op: 'sub', id: 's', topic: 'ch', keys: [air.channelNos[0] as number] })
    await stays.take('snap')
    sessions.delete(`token-${ended.sessionId}`)
    bus.publish('missed', {})
    expect(await client.take('bye')).toEqual({ t: 'bye', reason: 'auth' })
    expect((await stays.take('snap')).d).toHaveLength(1)
  })

  test('changed permissions apply to open subscriptions', async () => {
    const client = await connect(buildSessionUser('demoted', NATIONAL))
    const keys = [air.channelNos[0] as number, foreign.channelNos[0] as number]
    client.send({ op: 'sub', id: 's', topic: 'ch', keys })
    expect((await client.take('snap')).d).toHaveLength(2)
    sessions.set('token-session-demoted', buildSessionUser('demoted', JIANGSU))
    bus.publish('rightsChanged', ['user-demoted'])
    expect((await client.take('snap')).d.map(([channelNo]) => channelNo)).toEqual([air.channelNos[0]])
    sessions.set('token-session-demoted', buildSessionUser('demoted', JIANGSU, []))
    bus.publish('rightsChanged', ['user-demoted'])
    expect(await client.take('err')).toMatchObject({ id: 's', code: 'permission.denied' })
  })
})
