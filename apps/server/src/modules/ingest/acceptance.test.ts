import { gzipSync } from 'node:zlib'
import { QUALITY } from '@natim/domain/quality'
import { parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readCounters,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const T0 = parseGmt8('2026-11-21 10:20:00') as number
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
/** Under maintenance for 10 s, and again from 20 s on. */
let maintained: TestDevice
/** Its first channel got another unit, correction, range and detection limit at T0 − 2 h, and again at T0 − 1 h. */
let changed: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'air_temp', 'air_rh', 'cl2'] })
      maintained = await addDevice(db, { metrics: ['pm25'] })
      const at = (ms: number) => new Date(T0 + ms)
      changed = await addDevice(db, { metrics: ['pm25'] })
      const [channelNo = 0] = changed.channelNos
      const now = { unitIn: 'ug/m3', scale: 2, offset: 0, rangeLo: 0, rangeHi: 500, lod: null, periodS: 60 }
      await db
        .updateTable('monChannel')
        .set({ scale: 2, rangeLo: 0, rangeHi: 500 })
        .where('channelNo', '=', channelNo)
        .execute()
      const versions = [
        { fromTs: at(-DAY_MS), body: { ...now, unitIn: 'mg/m3', scale: 1, rangeLo: 45 } },
        { fromTs: at(-2 * HOUR_MS), body: { ...now, scale: 1, offset: 5, rangeHi: 50, lod: 10 } },
        { fromTs: at(-HOUR_MS), body: now },
      ]
      await db
        .insertInto('monChannelVersion')
        .values(versions.map(({ fromTs, body }) => ({ channelNo, fromTs, body: JSON.stringify(body) })))
        .execute()
      const work = { deviceId: maintained.id, kind: 'calib' }
      await db
        .insertInto('monMaintenance')
        .values([
          { ...work, id: 'past', actualFrom: at(0), actualTo: at(10_000) },
          { ...work, id: 'open', actualFrom: at(20_000) },
        ])
        .execute()
    },
  })
  client = await connect(network, device)
})
afterEach(async () => {
  await network.pool.query('truncate mon_sample, mon_sample_conflict, mon_message_seen')
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

/** Each test uses its own minute, so that none makes another's samples late. */
function nextMinute(): number {
  clock.ms += 60_000
  return clock.ms
}

const tele = (payload: unknown) => publish(client, `dt/${device.clientId}/tele`, payload)
const batch = (payload: unknown) => publish(client, `dt/${device.clientId}/batch`, payload)

it('a late sample is interpreted by the channel definition valid at its time', async () => {
  const sender = await connect(network, changed)
  const at = (hours: number, v: number) => [hours * HOUR_MS, v]
  await publish(sender, `dt/${changed.clientId}/batch`, {
    c: ['1'],
    t0: T0,
    rows: [at(-30, 0.04), at(-3, 0.05), at(-2, 60), at(-1.5, 3), at(-1, 60), at(-0.5, 300)],
  })
  await sender.endAsync()
  const { late, outOfRange, belowLod } = QUALITY
  expect((await readSamples(network.pool)).map(({ ts, v, q }) => [(ts - T0) / HOUR_MS, v, q])).toEqual([
    [-30, 40, late | outOfRange],
    [-3, 50, late],
    [-2, 65, late | outOfRange],
    [-1.5, 8, late | belowLod],
    [-1, 120, late],
    [-0.5, 600, late | outOfRange],
  ])
})

/** Samples with the seq of the channel instead of its number. */
async function stored() {
  const rows = await readSamples(network.pool)
  return rows.map(({ channelNo, ts, v, q }) => [device.channelNos.indexOf(channelNo) + 1, ts, v, q])
}

/** How much the counters increased during the call. */
async function counted(send: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCounters(network)
  await send()
  const after = await readCounters(network)
  const moved = Object.entries(after).map(([code, n]) => [code, n - (before[code] ?? 0)] as const)
  return Object.fromEntries(moved.filter(([, n]) => n !== 0))
}

describe('telemetry', () => {
  it('[BZ-21] is stored when acknowledged, addressed by seq or by metric code', async () => {
    const ts = nextMinute()
    await tele({ v: 1, ts, d: { 1: 42, air_temp: 21.5, 3: { v: 55, q: 16 } } })
    expect(await stored()).toEqual([
      [1, ts, 42, 0],
      [2, ts, 21.5, 0],
      [3, ts, 55, QUALITY.deviceInvalid],
    ])
  })

  it('is accepted in batches, sorted or not, with nulls for missing readings', async () => {
    const t0 = nextMinute() - 30_000
    await batch({
      v: 1,
      c: ['1', 'air_temp'],
      t0,
      rows: [
        [20_000, 43, null],
        [0, 41, 21],
        [10_000, 42, 22],
      ],
    })
    expect(await stored()).toEqual([
      [1, t0, 41, 0],
      [1, t0 + 10_000, 42, 0],
      [1, t0 + 20_000, 43, 0],
      [2, t0, 21, 0],
      [2, t0 + 10_000, 22, 0],
    ])
  })

  it('may be gzip-packed', async () => {
    const t0 = nextMinute() - 30_000
    const rows = Array.from({ length: 30 }, (_, i) => [i * 1_000, 40 + i / 10])
    await client.publishAsync(`dt/${device.clientId}/batch`, gzipSync(JSON.stringify({ c: ['1'], t0, rows })), {
      qos: 1,
    })
    expect(await stored()).toHaveLength(30)
  })

  it('is marked as calibration while the device is under maintenance', async () => {
    const worker = await connect(network, maintained)
    const rows = [0, 5_000, 10_000, 15_000, 25_000].map((offset) => [offset, 41])
    await publish(worker, `dt/${maintained.clientId}/batch`, { c: ['1'], t0: T0, rows })
    await worker.endAsync()
    const samples = await readSamples(network.pool)
    expect(samples.map(({ ts, q }) => [Number(ts) - T0, q & QUALITY.calibration])).toEqual([
      [0, 0],
      [5_000, QUALITY.calibration],
      [10_000, QUALITY.calibration],
      [15_000, 0],
      [25_000, QUALITY.calibration],
    ])
  })

  it('is converted from the unit it names', async () => {
    const ts = nextMinute()
    await tele({ ts, d: { cl2: { v: 2.9, u: 'mg/m3' }, air_temp: { v: 295.65, u: 'K' } } })
    const [temperature, chlorine] = await stored()
    expect(temperature?.[2]).toBeCloseTo(22.5, 9)
    expect(chlorine?.[2]).toBeCloseTo((2.9 * 24.45) / 70.906, 3)
  })
})

describe('bad input is counted and acknowledged, and does not affect good input', () => {
  it.each([
    ['no JSON', 'not json', { E_JSON: 1 }],
    ['no object', '[1,2]', { E_JSON: 1 }],
    ['broken JSON', '{"ts":1,', { E_JSON: 1 }],
    ['NaN', '{"d":{"1":NaN}}', { E_JSON: 1 }],
    ['no readings', '{"ts":1}', { E_JSON: 1 }],
    ['nesting', `{"d":{"1":${'['.repeat(20)}${']'.repeat(20)}}}`, { E_JSON: 1 }],
    ['deep nesting', `{"d":${'['.repeat(100_000)}`, { E_JSON: 1 }],
    ['a time that is text', '{"ts":"now","d":{"1":1}}', { E_JSON: 1 }],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { E_JSON: 1 }],
    ['nothing', '', { E_JSON: 1 }],
    ['text for a number', '{"d":{"1":"NaN"}}', { E_TYPE: 1 }],
    ['a boolean for a number', '{"d":{"1":true}}', { E_TYPE: 1 }],
    ['a unit that does not fit', '{"d":{"1":{"v":1,"u":"K"}}}', { E_TYPE: 1 }],
    ['an infinite value', '{"d":{"1":1e999}}', { E_RANGE: 1 }],
    ['an impossible value', '{"d":{"air_rh":900}}', { E_RANGE: 1 }],
    ['unknown channels', '{"d":{"99":1,"nope":2}}', { E_CHANNEL: 2 }],
    ['a channel named like a property', '{"d":{"__proto__":1,"constructor":2}}', { E_CHANNEL: 2 }],
  ])('%s', async (_name, payload, expected) => {
    nextMinute()
    const send = () => client.publishAsync(`dt/${device.clientId}/tele`, payload, { qos: 1 })
    expect(await counted(send)).toEqual(expected)
    expect(await stored()).toEqual([])
    expect(client.connected).toBe(true)
  })

  it('accepts the good points of a message that also has bad ones', async () => {
    const ts = nextMinute()
    const d = { 1: 42, 2: 'NaN', 3: 900, 9: 1, air_temp: 20 }
    expect(await counted(() => tele({ ts, d }))).toEqual({ E_TYPE: 1, E_RANGE: 1, E_CHANNEL: 1 })
    expect(await stored()).toEqual([
      [1, ts, 42, 0],
      [2, ts, 20, 0],
    ])
  })

  it('refuses 5 001 points and accepts 5 000', async () => {
    const t0 = nextMinute() - 50_000
    const rows = (n: number) => Array.from({ length: n }, (_, i) => [i * 10, 40])
    expect(await counted(() => batch({ c: ['1'], t0, rows: rows(5_001) }))).toEqual({ E_JSON: 1 })
    expect(await counted(() => batch({ c: ['1'], t0, rows: rows(5_000) }))).toEqual({})
    expect(await stored()).toHaveLength(5_000)
  })

  it('refuses a gzip bomb', async () => {
    nextMinute()
    const bomb = gzipSync(Buffer.alloc(4_000_000, 32))
    expect(await counted(() => client.publishAsync(`dt/${device.clientId}/batch`, bomb, { qos: 1 }))).toEqual({
      E_JSON: 1,
    })
  })

  it('stores the counts per device and hour', async () => {
    nextMinute()
    await tele('nonsense')
    await network.restart()
    client = await connect(network, device)
    const { rows } = await network.pool.query(
      "select device_id, n > 0 as some from mon_ingest_counter where code = 'E_JSON'",
    )
    expect(rows).toEqual([{ device_id: device.deviceNo, some: true }])
  })
})

describe('times', () => {
  it('default to the receive time, marked as corrected', async () => {
    const now = nextMinute()
    await tele({ d: { 1: 42 } })
    expect(await stored()).toEqual([[1, now, 42, QUALITY.timeCorrected]])
  })

  it('may be in seconds, marked as corrected', async () => {
    const ts = nextMinute()
    await tele({ ts: ts / 1_000, d: { 1: 42 } })
    expect(await stored()).toEqual([[1, ts, 42, QUALITY.timeCorrected]])
  })

  it('slightly ahead are shifted together', async () => {
    const now = nextMinute()
    await batch({
      c: ['1'],
      t0: now,
      rows: [
        [0, 41],
        [10_000, 42],
        [60_000, 43],
      ],
    })
    expect(await stored()).toEqual([
      [1, now - 60_000, 41, QUALITY.timeCorrected],
      [1, now - 50_000, 42, QUALITY.timeCorrected],
      [1, now, 43, QUALITY.timeCorrected],
    ])
  })

  it('more than five minutes ahead become the receive time; a batch is refused', async () => {
    const now = nextMinute()
    const ts = now + 301_000
    expect(await counted(() => tele({ ts, d: { 1: 42 } }))).toEqual({})
    expect(await counted(() => batch({ c: ['1'], t0: ts, rows: [[0, 43]] }))).toEqual({ E_FUTURE: 1 })
    expect(await stored()).toEqual([[1, now, 42, QUALITY.timeCorrected]])
  })

  it('from a slow clock are not late once its skew is known; samples delayed beyond that are', async () => {
    const slow = await addDevice(network.db, { metrics: ['pm25'] })
    await network.restart()
    client = await connect(network, device)
    const sender = await connect(network, slow)
    const send = async (minutesBehind: number) => {
      await publish(sender, `dt/${slow.clientId}/tele`, { ts: nextMinute() - minutesBehind * 60_000, d: { 1: 40 } })
      const { rows } = await network.pool.query('select q from mon_sample order by rx desc limit 1')
      return rows[0].q & QUALITY.late
    }
    expect(await send(8)).toBe(QUALITY.late)
    await eventually(async () => {
      const { rows } = await network.pool.query('select skew_ms from mon_device_state where device_id = $1', [
        slow.deviceNo,
      ])
      expect(rows).toEqual([{ skew_ms: 480_000 }])
    })
    expect(await send(8)).toBe(0)
    expect(await send(14)).toBe(QUALITY.late)
    // The device's clock is still slow after the server restart.
    await network.restart()
    client = await connect(network, device)
    const again = await connect(network, slow)
    await publish(again, `dt/${slow.clientId}/tele`, { ts: nextMinute() - 480_000, d: { 1: 41 } })
    expect((await readSamples(network.pool)).at(-1)).toMatchObject({ v: 41, q: 0 })
    await Promise.all([sender.endAsync(true), again.endAsync()])
  })

  it.each<[string, readonly number[], number | null]>([
    ['three messages in a row', [7, 7, 7], -420_000],
    ['two', [7, 7], null],
    ['two, a good one and two more', [7, 7, 0, 7, 7], null],
    ['rows buffered for an hour', [-60, -60, -60], null],
  ])('of batches show a wrong clock only far ahead and from the third on: %s', async (_, minutesAhead, skewMs) => {
    const hasty = await addDevice(network.db, { metrics: ['pm25'] })
    await network.restart()
    const sender = await connect(network, hasty)
    for (const minutes of minutesAhead) {
      const t0 = nextMinute() + minutes * 60_000
      await publish(sender, `dt/${hasty.clientId}/batch`, { c: ['1'], t0, rows: [[0, 41]] })
    }
    await sender.endAsync()
    // Stopping writes the states.
    await network.restart()
    client = await connect(network, device)
    const { rows } = await network.pool.query('select skew_ms from mon_device_state where device_id = $1', [
      hasty.deviceNo,
    ])
    expect(rows).toEqual([{ skew_ms: skewMs }])
  })

  it('older than the retention are refused; the rest of the message is accepted as late', async () => {
    const now = nextMinute()
    const send = () =>
      batch({
        c: ['1'],
        t0: now - 100 * DAY_MS,
        rows: [
          [0, 41],
          [15 * DAY_MS, 42],
        ],
      })
    expect(await counted(send)).toEqual({ E_TOO_OLD: 1 })
    expect(await stored()).toEqual([[1, now - 85 * DAY_MS, 42, QUALITY.late]])
  })

  it('far in the past create no partition', async () => {
    nextMinute()
    expect(await counted(() => tele({ ts: 1_000_000_000_000, d: { 1: 42 } }))).toEqual({ E_TOO_OLD: 1 })
    const { rows } = await network.pool.query("select 1 from pg_class where relname like 'mon_sample_2001%'")
    expect(rows).toEqual([])
  })

  it('from the future trigger a clock hint after three messages', async () => {
    const now = nextMinute()
    for (let i = 0; i < 3; i++) await tele({ ts: now + 400_000 + i, d: { 1: 42 } })
    const hint = new Promise((resolve) =>
      client.once('message', (_topic, payload) => resolve(JSON.parse(payload.toString()))),
    )
    await client.subscribeAsync(`dn/${device.clientId}/cfg`)
    expect(await hint).toEqual({ clock: { ts: now } })
    await eventually(async () => {
      const { rows } = await network.pool.query('select skew_ms from mon_device_state where device_id = $1', [
        device.deviceNo,
      ])
      expect(rows[0].skew_ms).toBeLessThan(-390_000)
    })
  })
})
