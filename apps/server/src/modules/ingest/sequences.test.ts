import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredPoints } from '../../platform/bus.ts'
import { isOnCitus } from '../../testing/citus.ts'
import { eventually } from '../../testing/eventually.ts'
import { streamOf } from '../device-status/index.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const MINUTE_MS = 60_000
const T0 = Date.UTC(2026, 10, 21, 2, 20)
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient
let heard: StoredPoints[]

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'so2'], periodS: 10 })
    },
  })
})
beforeEach(async () => {
  await network.reset()
  await network.pool.query('update mon_stream_seq set seq = 0')
  clock.ms = T0
  heard = []
  network.bus.subscribe('points', (points) => heard.push(points))
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const send = (kind: 'tele' | 'batch', payload: unknown) => {
  // Repetitions are distinguished by their receive time.
  clock.ms += 1
  return publish(client, `dt/${device.clientId}/${kind}`, payload)
}
const sequence = async () => {
  const { rows } = await network.pool.query('select stream, seq::int from mon_stream_seq where seq > 0')
  return rows
}
const marks = async () => {
  const { rows } = await network.pool.query(`
    select channel_no as "channelNo", cause, (extract(epoch from from_ts) * 1000)::float8 as "fromMs",
      (extract(epoch from to_ts) * 1000)::float8 as "toMs", seq::int
    from mon_late_mark order by channel_no, bucket, cause`)
  return rows
}

describe('the sequence of a stream', () => {
  it('rises by one with each commit, as published on the bus', async () => {
    const stream = streamOf(device.deviceNo)
    for (const v of [1, 2, 3]) await send('tele', { ts: T0 + v, d: { 1: v, 2: v } })
    expect(heard.map(({ commits }) => commits)).toEqual([1, 2, 3].map((seq) => [{ stream, seq, points: 2 }]))
    expect(await sequence()).toEqual([{ stream, seq: 3 }])
  })

  it.skipIf(isOnCitus)('does not change when nothing new was stored or the commit failed', async () => {
    await send('tele', { ts: T0, d: { 1: 1 } })
    await send('tele', { ts: T0, d: { 1: 1 } })
    expect(await sequence()).toMatchObject([{ seq: 1 }])
    const lock = await network.pool.connect()
    await lock.query(`begin; lock table mon_stream_seq in access exclusive mode`)
    const sent = send('tele', { ts: T0 + 1, d: { 1: 2 } })
    await eventually(async () => {
      const { rows } = await network.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%mon_stream_seq%'
          and datname = current_database()`)
      expect(rows).not.toHaveLength(0)
    })
    await lock.query('rollback')
    lock.release()
    await sent
    expect(await readSamples(network.pool)).toHaveLength(2)
    expect(await sequence()).toMatchObject([{ seq: 2 }])
    expect(heard).toHaveLength(2)
  })
})

describe('late marks', () => {
  it('record late samples, out-of-order samples and corrections, with the sequence of the commit', async () => {
    const [first, second] = device.channelNos
    await send('tele', { ts: T0, d: { 1: 1, 2: 1 } })
    expect(await marks()).toEqual([])
    await send('tele', { ts: T0 - 30_000, d: { 1: 2 } })
    const [late, later] = [T0 - 10 * MINUTE_MS, T0 - 8 * MINUTE_MS]
    await send('batch', {
      c: ['1'],
      t0: late,
      rows: [
        [0, 3],
        [later - late, 4],
      ],
    })
    await send('tele', { ts: T0, d: { 2: 9 }, fin: true })
    expect(await marks()).toEqual([
      { channelNo: first, cause: 'late', fromMs: late, toMs: later, seq: 3 },
      { channelNo: first, cause: 'order', fromMs: T0 - 30_000, toMs: T0 - 30_000, seq: 2 },
      { channelNo: second, cause: 'fin', fromMs: T0, toMs: T0, seq: 4 },
    ])
  })

  it('are widened and renewed by later samples, not by repetitions', async () => {
    await send('tele', { ts: T0, d: { 1: 1 } })
    const late = (minutes: number, v: number) =>
      send('batch', { c: ['1'], t0: T0 - minutes * MINUTE_MS, rows: [[0, v]] })
    await late(10, 1)
    await late(14, 2)
    await late(10, 1)
    await late(10, 5)
    expect(await marks()).toEqual([
      {
        channelNo: device.channelNos[0],
        cause: 'late',
        fromMs: T0 - 14 * MINUTE_MS,
        toMs: T0 - 10 * MINUTE_MS,
        seq: 3,
      },
    ])
  })
})
