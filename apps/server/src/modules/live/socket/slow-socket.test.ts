import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIVE_SOCKET_PATH } from '@natim/contract/socket/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bus, createLocalBus } from '../../../platform/bus.ts'
import { createManualClock } from '../../../platform/clock.ts'
import { createDb, type Db } from '../../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openLiveClient } from '../../../testing/live-client.ts'
import { buildSessionUser, NATIONAL } from '../../../testing/session-users.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { type Network, startNetwork } from '../network.ts'
import { type LiveSocket, registerLiveSocket } from './live-socket.ts'

const POINTS_PER_FRAME = 15_000
const BULK = { perMessageDeflate: false, isChecked: false }
const clock = createManualClock(1_795_234_800_000)
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let bus: Bus
let network: Network
let server: Server
let live: LiveSocket
let url: string
let device: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  const { connectionString } = database
  db = createDb(createTestPool(connectionString, { max: 2, statementTimeoutMs: 0 }))
  device = await buildDevice(db, { kind: 'gas', metrics: ['cl2'], status: 'online' })
  bus = createLocalBus((error) => expect.unreachable(String(error)))
  network = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
  await network.fresh()
  server = createServer()
  const user = buildSessionUser('slow', NATIONAL)
  live = registerLiveSocket({
    server,
    apiPrefix: '',
    network,
    bus,
    clock,
    authenticate: async () => user,
    peek: async () => user,
    alarms: { subscribe: () => () => undefined, since: async () => [] },
    walls: { follow: async () => undefined, narrow: async () => [], narrowDevices: async () => [] },
    homeCounters: () => Promise.reject(new Error('not asked for')),
    origins: [],
    onError: (error) => expect.unreachable(String(error)),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${LIVE_SOCKET_PATH}`
})
afterAll(async () => {
  await live.stop()
  network.stop()
  server.close()
  await db.destroy()
  await database.drop()
})

/** One frame of half a megabyte. */
function publishFrame(): void {
  const rows = Array.from({ length: POINTS_PER_FRAME }, (_, index) => index)
  bus.publish('points', {
    commits: [],
    deviceIds: rows.map(() => device.deviceNo),
    channelNos: rows.map(() => device.channelNos[0] as number),
    tsMs: rows.map((index) => clock.now() + index),
    values: rows.map((index) => index / 1_000),
    flags: rows.map(() => 0),
  })
  clock.advance(1_000)
}

test('a console that stops reading loses old points and is told so, while others lose nothing', async () => {
  const slow = await openLiveClient(url, 't', BULK)
  const quick = await openLiveClient(url, 't', BULK)
  for (const client of [slow, quick]) {
    client.send({ op: 'sub', id: 'tail', topic: 'kind', kind: 'gas' })
    await client.take('snap')
  }
  slow.socket.pause()
  const frames = 25
  for (let n = 0; n < frames; n++) {
    publishFrame()
    expect((await quick.take('ch')).d).toHaveLength(POINTS_PER_FRAME)
  }
  slow.socket.resume()
  let received = 0
  let dropped = 0
  while (received + dropped < frames * POINTS_PER_FRAME) {
    clock.advance(100)
    const frame = await Promise.race([
      slow.take('ch'),
      new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
    ])
    received += frame?.d.length ?? 0
    dropped += frame?.dropped ?? 0
  }
  expect(dropped).toBeGreaterThan(0)
  expect(received + dropped).toBe(frames * POINTS_PER_FRAME)
  await Promise.all([slow.close(), quick.close()])
})

test('a console that is behind for 30 s is told slow and cut off, even if it answers pings', async () => {
  const slow = await openLiveClient(url, 't', BULK)
  const other = await openLiveClient(url, 't')
  slow.send({ op: 'sub', id: 'tail', topic: 'kind', kind: 'gas' })
  await slow.take('snap')
  slow.socket.pause()
  const passSecond = async () => {
    clock.advance(1_000)
    for (const client of [slow, other]) client.send({ op: 'ping' })
    await other.take('pong')
  }
  for (let n = 0; n < 25; n++) publishFrame()
  for (let n = 0; n < 5; n++) await passSecond()
  expect(live.socketCount()).toBe(2)
  for (let n = 0; n < 25; n++) await passSecond()
  await eventually(() => expect(live.socketCount()).toBe(1))
  slow.socket.resume()
  await Promise.all([slow.closed, other.close()])
})

test('a server going down for a restart says so and closes with 1001', async () => {
  const client = await openLiveClient(url, 't')
  const bye = client.take('bye')
  await live.stop()
  expect(await bye).toEqual({ t: 'bye', reason: 'restart' })
  expect(await client.closed).toBe(1001)
})
