import { QUALITY } from '@natim/domain/quality'
import { parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { drainMarks } from '../rollup/index.ts'
import {
  addDevice,
  connect,
  joinNetwork,
  openNetwork,
  publish,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const T0 = parseGmt8('2026-11-21 10:20:00') as number
const clock = { ms: T0 }
const HOUR_MS = 3_600_000

const RATE_LIMITS = { rateLimits: { messagesPerS: 10_000, pointsPerS: 1_000_000 } }

let network: TestNetwork
let device: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    options: RATE_LIMITS,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'air_temp'], periodS: 10 })
    },
  })
  client = await connect(network, device)
})
afterEach(reset)
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

async function reset(): Promise<void> {
  await client.endAsync()
  await network.reset()
  client = await connect(network, device)
}

async function restart(): Promise<void> {
  await client.endAsync()
  await network.restart()
  client = await connect(network, device)
}

const tele = (payload: unknown) => publish(client, `dt/${device.clientId}/tele`, payload)
const batch = (payload: unknown) => publish(client, `dt/${device.clientId}/batch`, payload)
const channel = (seq: number) => device.channelNos[seq - 1] as number

/** A seeded pseudo-random shuffle: the same order in every run. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  return items
    .map((item) => [next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** Every table that a message may change, without the receive times. */
async function tables() {
  await drainMarks(network.db)
  const read = async (text: string) => (await network.pool.query(text)).rows
  return {
    samples: await read('select device_id, channel_no, ts, v, q from mon_sample order by 1, 2, 3'),
    conflicts: await read('select device_id, channel_no, ts, v, q from mon_sample_conflict order by 1, 2, 3, 4'),
    r1m: await read('select * from mon_r1m order by device_id, channel_no, t'),
    r1h: await read('select * from mon_r1h order by device_id, channel_no, t'),
    r1d: await read('select * from mon_r1d order by device_id, channel_no, t'),
  }
}

/**
 * An hour of readings as small messages, some of them batches; varying but smooth, so that neither the jump nor the
 * stuck check depends on order.
 */
function stream(): { kind: 'tele' | 'batch'; payload: unknown }[] {
  const reading = (i: number) => Math.round((40 + 5 * Math.sin(i / 3)) * 10) / 10
  const messages: { kind: 'tele' | 'batch'; payload: unknown }[] = []
  for (let i = 0; i < 360; i += 6) {
    const ts = T0 - HOUR_MS + i * 10_000
    if (i % 12 === 0) {
      const rows = Array.from({ length: 6 }, (_, k) => [k * 10_000, reading(i + k), reading(i + k) / 4])
      messages.push({ kind: 'batch', payload: { c: ['1', '2'], t0: ts, rows } })
    } else {
      for (let k = 0; k < 6; k++) {
        messages.push({
          kind: 'tele',
          payload: { ts: ts + k * 10_000, d: { 1: reading(i + k), 2: reading(i + k) / 4 } },
        })
      }
    }
  }
  return messages
}

const send = (messages: ReturnType<typeof stream>) =>
  Promise.all(messages.map(({ kind, payload }) => (kind === 'tele' ? tele(payload) : batch(payload))))

describe('a repeated stream', () => {
  it('[BZ-21] sent three times in any order stores the same bytes as once', async () => {
    await send(stream())
    const once = await tables()
    expect(once.samples).toHaveLength(720)
    expect(once.r1h.length).toBeGreaterThan(2)
    await reset()

    await send(shuffled([...stream(), ...stream(), ...stream()], 7))
    expect(await tables()).toEqual(once)
  })

  it('[BZ-21] sent three times in any order, through two processes at once, stores the same bytes as once', async () => {
    await send(stream())
    const once = await tables()
    await reset()

    const second = await joinNetwork(network, { clock, options: RATE_LIMITS })
    const other = await connect(second, { ...device, clientId: device.clientId })
    const messages = shuffled([...stream(), ...stream(), ...stream()], 11)
    await Promise.all(
      messages.map(({ kind, payload }, i) => publish(i % 2 ? other : client, `dt/${device.clientId}/${kind}`, payload)),
    )
    expect(second.ingest.stats().storedPoints).toBeGreaterThan(100)
    expect(await tables()).toEqual(once)
    await other.endAsync()
    await second.ingest.stop()
  })

  it('changes nothing when it repeats a conflict', async () => {
    const conflict = async () => {
      await tele({ ts: T0, d: { 1: 40 } })
      await tele({ ts: T0, d: { 1: 41 } })
    }
    await conflict()
    const once = await tables()
    for (let times = 0; times < 2; times++) {
      // Received later: not a new loser.
      clock.ms += 1_000
      await conflict()
    }
    expect(await tables()).toEqual(once)
  })

  it('keeps each losing value of a sample, although all are received in the same millisecond', async () => {
    const losers = async () =>
      (await network.pool.query<{ v: number }>('select v from mon_sample_conflict order by v')).rows.map(({ v }) => v)
    for (const v of [40, 41, 42, 41]) await tele({ ts: T0, d: { 1: v } })
    expect(await losers()).toEqual([41, 42])
    clock.ms += 1_000
    await tele({ ts: T0, d: { 1: 42 } })
    expect(await losers()).toEqual([41, 42])
  })

  it('changes nothing when its times were corrected, recognised by its id', async () => {
    const message = { id: '01J8ZZZZZZZZZZZZZZZZZZZZZZ', ts: T0 + 60_000, d: { 1: 40 } }
    await tele(message)
    clock.ms += 1_500
    await tele(message)
    expect(await readSamples(network.pool)).toEqual([
      { channelNo: channel(1), ts: clock.ms - 1_500, v: 40, q: QUALITY.timeCorrected },
    ])
  })

  it('changes nothing when its times were corrected, recognised by its bytes', async () => {
    const message = { seq: 7, d: { 1: 40 } }
    await tele(message)
    clock.ms += 1_500
    await tele(message)
    await tele({ seq: 8, d: { 1: 40 } })
    expect(await readSamples(network.pool)).toHaveLength(2)
  })

  it('is still recognised after a restart', async () => {
    const message = { id: 'once', d: { 1: 40 } }
    await tele(message)
    await restart()
    clock.ms += 1_500
    await tele(message)
    expect(await readSamples(network.pool)).toHaveLength(1)
  })
})

describe('equal messages without time, id or number', () => {
  const topic = () => `dt/${device.clientId}/tele`
  const message = JSON.stringify({ d: { 1: 40 } })

  it('are separate readings', async () => {
    await client.publishAsync(topic(), message, { qos: 1 })
    clock.ms += 10_000
    await client.publishAsync(topic(), message, { qos: 1 })
    expect(await readSamples(network.pool)).toHaveLength(2)
  })

  it('are a retry if MQTT flags them so within a minute', async () => {
    await client.publishAsync(topic(), message, { qos: 1 })
    clock.ms += 50_000
    await client.publishAsync(topic(), message, { qos: 1, dup: true })
    expect(await readSamples(network.pool)).toHaveLength(1)
    clock.ms += 61_000
    await client.publishAsync(topic(), message, { qos: 1, dup: true })
    expect(await readSamples(network.pool)).toHaveLength(2)
  })
})

describe('two values for one instant', () => {
  it('keep the first, mark it and record the second', async () => {
    await tele({ ts: T0, d: { 1: 40 } })
    await tele({ ts: T0, d: { 1: 41 } })
    expect(await readSamples(network.pool)).toEqual([{ channelNo: channel(1), ts: T0, v: 40, q: QUALITY.conflict }])
    expect(await readSamples(network.pool, 'mon_sample_conflict')).toMatchObject([{ ts: T0, v: 41 }])
  })

  it('in one message keep the first', async () => {
    await batch({
      c: ['1'],
      t0: T0,
      rows: [
        [0, 40],
        [0, 41],
        [0, 40],
      ],
    })
    expect(await readSamples(network.pool)).toMatchObject([{ v: 40, q: QUALITY.conflict }])
    expect(await readSamples(network.pool, 'mon_sample_conflict')).toMatchObject([{ v: 41 }])
  })

  it('keep the one the device declares final', async () => {
    await tele({ ts: T0, d: { 1: 40, 2: 20 } })
    const final = { ts: T0, fin: true, d: { 1: 41, 2: 20 } }
    await tele(final)
    const expected = [
      { channelNo: channel(1), ts: T0, v: 41, q: QUALITY.conflict },
      { channelNo: channel(2), ts: T0, v: 20, q: 0 },
    ]
    expect(await readSamples(network.pool)).toEqual(expected)
    expect(await readSamples(network.pool, 'mon_sample_conflict')).toMatchObject([{ v: 40 }])
    await tele({ ts: T0, d: { 1: 40, 2: 20 } })
    await tele(final)
    expect(await readSamples(network.pool)).toEqual(expected)
    expect(await readSamples(network.pool, 'mon_sample_conflict')).toHaveLength(1)
  })

  it('in one final message keep the last', async () => {
    await batch({
      c: ['1'],
      t0: T0,
      fin: true,
      rows: [
        [0, 40],
        [0, 41],
      ],
    })
    expect(await readSamples(network.pool)).toMatchObject([{ v: 41 }])
  })

  it('of an earlier instant do not mark the newest value', async () => {
    await tele({ ts: T0 - 10_000, d: { 1: 40 } })
    await tele({ ts: T0, d: { 1: 40 } })
    await tele({ ts: T0 - 10_000, d: { 1: 41 } })
    await restart()
    expect((await network.pool.query('select v, q from mon_latest')).rows).toEqual([{ v: 40, q: 0 }])
  })

  it('mark the newest value of the channel too', async () => {
    await tele({ ts: T0, d: { 1: 40 } })
    await tele({ ts: T0, d: { 1: 41 } })
    await restart()
    const { rows } = await network.pool.query('select v, q from mon_latest')
    expect(rows).toEqual([{ v: 40, q: QUALITY.conflict }])
  })
})

describe('order', () => {
  it('[BZ-21] of arrival does not matter: late points are marked and never become the newest', async () => {
    await tele({ ts: T0, d: { 1: 40 } })
    await tele({ ts: T0 - 299_000, d: { 1: 39 } })
    await tele({ ts: T0 - HOUR_MS, d: { 1: 38 } })
    expect((await readSamples(network.pool)).map(({ ts, v, q }) => [ts, v, q])).toEqual([
      [T0 - HOUR_MS, 38, QUALITY.late],
      [T0 - 299_000, 39, clock.ms - T0 > 1_000 ? QUALITY.late : 0],
      [T0, 40, 0],
    ])
    await restart()
    const { rows } = await network.pool.query('select v from mon_latest')
    expect(rows).toEqual([{ v: 40 }])
  })

  it('puts late points into the rollups of their time', async () => {
    await tele({ ts: T0 - 5 * HOUR_MS, d: { 1: 38 } })
    await drainMarks(network.db)
    await tele({ ts: T0 - 5 * HOUR_MS - 10_000, d: { 1: 42 } })
    await drainMarks(network.db)
    const { rows } = await network.pool.query('select n, v_avg from mon_r1h where channel_no = $1', [channel(1)])
    expect(rows).toEqual([{ n: 2, v_avg: 40 }])
  })
})
