import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { terminateBackend } from '../../testing/database-url.ts'
import { eventually } from '../../testing/eventually.ts'
import { partitionAt } from '../sample/index.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

let network: TestNetwork
let device: TestDevice
let other: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    options: { backlog: { maxPoints: 100, maxMessages: 100 }, writers: 1 },
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'] })
      other = await addDevice(db, { metrics: ['pm25'] })
    },
  })
  client = await connect(network, device)
})
afterEach(async () => {
  await unlockAll()
  await client.endAsync()
  await network.reset()
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const topic = (kind = 'tele') => `dt/${device.clientId}/${kind}`
const message = (ts: number) => JSON.stringify({ ts, d: { 1: 40 } })

let locks: pg.PoolClient[] = []

/** Blocks every writer of samples until the returned function is called, or the test ends. */
async function lockSamples(): Promise<() => Promise<void>> {
  const connection = await network.pool.connect()
  locks.push(connection)
  await connection.query('begin')
  await connection.query('lock table mon_sample in share mode')
  return unlockAll
}

async function unlockAll(): Promise<void> {
  const held = locks
  locks = []
  for (const connection of held) {
    await connection.query('rollback')
    connection.release()
  }
}

/** Tells whether a promise has settled. */
function watch(promise: Promise<unknown>): { readonly isDone: () => boolean; readonly done: Promise<unknown> } {
  let isDone = false
  const done = promise.finally(() => {
    isDone = true
  })
  return { isDone: () => isDone, done }
}

/** Waits until the writer is inside its transaction and blocked by the test's lock. */
async function untilWriterWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await network.pool.query(
      "select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'mon_sample' and not l.granted",
    )
    expect(rows).toHaveLength(1)
  })
}

describe('an acknowledgement', () => {
  it('is sent only after the commit', async () => {
    const unlock = await lockSamples()
    const published = watch(client.publishAsync(topic(), message(Date.now()), { qos: 1 }))
    await untilWriterWaits()
    // A round trip on the same connection: everything queued before it has been sent.
    await client.subscribeAsync(`dn/${device.clientId}/cmd`)
    expect(published.isDone()).toBe(false)
    await unlock()
    await published.done
    expect(await readSamples(network.pool)).toHaveLength(1)
  })

  it('of a state is sent only when the state is stored', async () => {
    await publish(client, topic('state'), { s: 'online', fw: '2.3.1', batt: 87, flags: ['flow_low'] })
    const { rows } = await network.pool.query(
      'select firmware, battery_pct, flags from mon_device_state where device_id = $1',
      [device.deviceNo],
    )
    expect(rows).toEqual([{ firmware: '2.3.1', battery_pct: 87, flags: ['flow_low'] }])
  })

  it('of QoS 2 is sent only after the commit too', async () => {
    await client.publishAsync(topic(), message(Date.now()), { qos: 2 })
    expect(await readSamples(network.pool)).toHaveLength(1)
  })
})

describe('back-pressure', () => {
  it('stops reading while the backlog is high, and loses nothing', async () => {
    const second = await connect(network, other)
    const unlock = await lockSamples()
    const t0 = Date.now() - 10_000
    const published = Array.from({ length: 250 }, (_, i) => client.publishAsync(topic(), message(t0 + i), { qos: 1 }))
    await eventually(() => expect(network.ingest.stats().queuedPoints).toBe(100))
    const late = watch(second.publishAsync(`dt/${other.clientId}/tele`, message(Date.now()), { qos: 1 }))
    await untilWriterWaits()
    expect(late.isDone()).toBe(false)
    expect(network.ingest.stats().queuedPoints).toBe(100)
    await unlock()
    await Promise.all([...published, late.done])
    expect(await readSamples(network.pool)).toHaveLength(251)
    await second.endAsync()
  })
})

describe('a database outage', () => {
  it('loses no message: the group is written again', async () => {
    const unlock = await lockSamples()
    const published = client.publishAsync(topic(), message(Date.now()), { qos: 1 })
    await untilWriterWaits()
    const { rows } = await network.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'ingest-test' and wait_event_type = 'Lock'",
    )
    await terminateBackend(network.pool, rows[0]?.pid)
    await unlock()
    await published
    expect(await readSamples(network.pool)).toHaveLength(1)
    expect(network.ingest.stats().isDatabaseUp).toBe(true)
  })

  it('recreates a dropped partition', async () => {
    await publish(client, topic(), { ts: Date.now(), d: { 1: 40 } })
    await network.pool.query(`drop table ${partitionAt('mon_sample', Date.now()).name}`)
    await publish(client, topic(), { ts: Date.now(), d: { 1: 41 } })
    expect(await readSamples(network.pool)).toMatchObject([{ v: 41 }])
  })
})

describe('rows of another writer', () => {
  it('that were assumed new are detected by the database; equal ones change nothing', async () => {
    const ts = Date.now()
    const sql = `insert into mon_sample (device_id, channel_no, ts, rx, v, q) values ($1, $2, to_timestamp($3 / 1000.0), now(), $4, 0)`
    await network.pool.query(sql, [device.deviceNo, device.channelNos[0], ts, 40])
    await network.pool.query(sql, [device.deviceNo, device.channelNos[0], ts + 1, 99])
    await publish(client, topic('batch'), {
      c: ['1'],
      t0: ts,
      rows: [
        [0, 40],
        [1, 41],
        [2, 42],
      ],
    })
    expect((await readSamples(network.pool)).map(({ v, q }) => [v, q])).toEqual([
      [40, 0],
      [99, 2048],
      [42, 0],
    ])
    expect(await readSamples(network.pool, 'mon_sample_conflict')).toMatchObject([{ v: 41 }])
  })
})

describe('a shutdown', () => {
  it('writes everything accepted before it ends', async () => {
    const unlock = await lockSamples()
    void client.publishAsync(topic(), message(Date.now()), { qos: 1 }).catch(() => undefined)
    await untilWriterWaits()
    const stopped = network.restart()
    await unlock()
    await stopped
    expect(await readSamples(network.pool)).toHaveLength(1)
  })

  it('sets no device offline', async () => {
    await publish(client, topic(), { ts: Date.now(), d: { 1: 40 } })
    await network.restart()
    const { rows } = await network.pool.query('select to_val from mon_device_status_log order by ts')
    expect(rows).toEqual([{ to_val: 'online' }])
  })
})

it('repairs the newest values after a crash before they were written', async () => {
  const ts = Date.now()
  await publish(client, topic(), { ts, d: { 1: 40 } })
  await client.endAsync()
  await network.ingest.stop()
  const connection = new pg.Client(network.pool.options)
  await connection.connect()
  await connection.query('truncate mon_latest')
  await connection.end()
  await network.restart()
  client = await connect(network, device)
  const { rows } = await network.pool.query('select v from mon_latest')
  expect(rows).toEqual([{ v: 40 }])
})
