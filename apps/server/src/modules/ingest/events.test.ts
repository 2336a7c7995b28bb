import { gzipSync } from 'node:zlib'
import { QUALITY } from '@natim/domain/quality'
import { parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isOnCitus } from '../../testing/citus.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readCounters,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const clock = { ms: parseGmt8('2026-11-21 10:20:00') as number }

let network: TestNetwork
let device: TestDevice
let gateway: TestDevice
let child: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'cl2'] })
      gateway = await addDevice(db, { kind: 'gateway' })
      child = await addDevice(db, { gatewayId: gateway.id })
    },
  })
  client = await connect(network, device)
})
afterEach(async () => {
  await network.pool.query('truncate mon_device_event, mon_blob_sample, mon_message_seen')
  clock.ms += 1_000
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const send = (kind: string, payload: unknown) => publish(client, `dt/${device.clientId}/${kind}`, payload)
const CHEM = { type: 'nbc.chem', level: 2, data: { agent: 'H', bars: 3, conf: 0.8 } }

async function events() {
  const { rows } = await network.pool.query(
    `select device_id, (extract(epoch from ts) * 1000)::float8 as ts, kind, type, level, data, q
      from mon_device_event order by rx, ts, device_id`,
  )
  return rows
}

describe('an event', () => {
  it('[BZ-21] is stored when it is acknowledged', async () => {
    const ts = clock.ms - 1_500
    await send('event', { ts, ...CHEM })
    expect(await events()).toEqual([{ device_id: device.deviceNo, ts, kind: 'event', q: 0, ...CHEM }])
  })

  it('is stored once however often it is sent, and twice when it happens twice', async () => {
    for (let i = 0; i < 3; i++) await send('event', { id: 'e1', ts: clock.ms, ...CHEM })
    for (let i = 0; i < 3; i++) await send('event', { ts: clock.ms - 1, ...CHEM })
    await send('event', { ts: clock.ms, ...CHEM, level: 3 })
    expect((await events()).map(({ ts, level }) => [ts - clock.ms, level])).toEqual([
      [-1, 2],
      [0, 2],
      [0, 3],
    ])
  })

  it('without id and time is new unless the transport flags a redelivery', async () => {
    await send('event', { type: 'door' })
    clock.ms += 1
    await send('event', { type: 'door' })
    expect(await events()).toHaveLength(2)
    clock.ms += 1
    await client.publishAsync(`dt/${device.clientId}/event`, JSON.stringify({ type: 'door' }), { qos: 1, dup: true })
    expect(await events()).toHaveLength(2)
  })

  it('is kept whatever its timestamp says', async () => {
    await send('event', { ts: clock.ms + 86_400_000, type: 'ahead' })
    await send('event', { ts: 86_400_000, type: 'never set' })
    await send('event', { ts: clock.ms - 200 * 86_400_000, type: 'old' })
    const stored = Object.fromEntries((await events()).map(({ type, ts, q }) => [type, [ts, q]]))
    expect(stored).toEqual({
      ahead: [clock.ms, QUALITY.timeCorrected],
      'never set': [clock.ms, QUALITY.timeCorrected],
      old: [clock.ms - 200 * 86_400_000, 0],
    })
  })

  it('with characters the database cannot store is stored without them', async () => {
    await send('event', '{"type":"door\\u0000","data":{"a":"x\\u0000\\ud800"}}')
    expect(await events()).toMatchObject([{ type: 'door', data: { a: 'x\uFFFD\uFFFD' } }])
  })

  it('may be gzip-packed or sent through a gateway', async () => {
    await client.publishAsync(`dt/${device.clientId}/event`, gzipSync(JSON.stringify(CHEM)), { qos: 1 })
    const through = await connect(network, gateway)
    await publish(through, `dt/${gateway.clientId}/sub/${child.clientId}/event`, CHEM)
    expect((await events()).map(({ device_id }) => device_id)).toEqual([device.deviceNo, child.deviceNo])
    await through.endAsync()
  })

  it('that is invalid is counted and acknowledged, but not stored', async () => {
    const before = (await readCounters(network)).E_JSON ?? 0
    for (const payload of ['nonsense', '{"level":2}', '[]', '']) await send('event', payload)
    expect((await readCounters(network)).E_JSON).toBe(before + 4)
    expect(await events()).toEqual([])
  })

  it('is not acknowledged before it is durable', async () => {
    const lock = await network.pool.connect()
    await lock.query('begin')
    await lock.query('lock table mon_device_event in exclusive mode')
    let isAcknowledged = false
    const sendAndNote = async () => {
      await send('event', CHEM)
      isAcknowledged = true
    }
    const sent = sendAndNote()
    await eventually(async () => {
      const { rows } = await network.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    expect(isAcknowledged).toBe(false)
    await lock.query('rollback')
    lock.release()
    await sent
    expect(await events()).toHaveLength(1)
  })

  it.skipIf(isOnCitus)('is retried when the connection to the database breaks', async () => {
    const lock = await network.pool.connect()
    await lock.query('begin')
    await lock.query('lock table mon_device_event in exclusive mode')
    const sent = send('event', CHEM)
    await eventually(async () => {
      const { rowCount } = await lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    await lock.query('rollback')
    lock.release()
    await sent
    expect(await events()).toHaveLength(1)
  })
})

describe('an answer to a command', () => {
  it('is stored under its command, each of several', async () => {
    await send('ack', { id: 'c123', ok: true, code: 1 })
    clock.ms += 1
    await send('ack', { id: 'c123', ok: true, code: 0, data: { zero: 0.1 } })
    expect((await events()).map(({ kind, type, data }) => [kind, type, data])).toEqual([
      ['ack', 'c123', { ok: true, code: 1 }],
      ['ack', 'c123', { ok: true, code: 0, data: { zero: 0.1 } }],
    ])
  })
})

describe('a blob', () => {
  const blob = (head: object, content: Buffer) =>
    client.publishAsync(
      `dt/${device.clientId}/blob/spectrum`,
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]),
      { qos: 1 },
    )
  const blobs = async () =>
    (await network.pool.query('select channel_no, kind, meta, content from mon_blob_sample')).rows
  const BYTES = Buffer.from([0, 255, 10, 13, 0])

  it('is stored once with its channel when acknowledged', async () => {
    const head = { ts: clock.ms, c: 'cl2', bins: 5 }
    await blob(head, BYTES)
    await blob(head, BYTES)
    const [, cl2] = device.channelNos
    expect(await blobs()).toEqual([{ channel_no: cl2, kind: 'spectrum', meta: head, content: BYTES }])
  })

  it('of the same instant as another is stored beside it', async () => {
    const head = { ts: clock.ms, c: 'cl2' }
    await blob(head, BYTES)
    await blob(head, Buffer.from([7]))
    await blob(head, BYTES)
    expect((await blobs()).map(({ content }) => content.length).toSorted()).toEqual([1, 5])
  })

  it('of an unknown channel is stored for the device, and counted', async () => {
    const before = (await readCounters(network)).E_CHANNEL ?? 0
    await blob({ ts: clock.ms, c: 'nope' }, BYTES)
    expect(await blobs()).toMatchObject([{ channel_no: 0, content: BYTES }])
    expect((await readCounters(network)).E_CHANNEL).toBe(before + 1)
  })

  it('of 200 KiB is stored completely', async () => {
    const noise = Buffer.from(Array.from({ length: 200 * 1024 }, (_, i) => (i * 7_919) % 251))
    await blob({ ts: clock.ms }, noise)
    expect((await blobs())[0]?.content.equals(noise)).toBe(true)
  })
})
