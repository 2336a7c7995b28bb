import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../ingest/testing/network.ts'
import { createPartition, partitionAt } from '../sample/index.ts'
import { packDay } from '../sample/pack.service.ts'
import { newSubjectCode } from '../subject/index.ts'
import { runVitals } from './vital-worker.ts'

const T0 = Date.parse('2026-11-21T10:00:00+08:00')
const METRICS = ['hr', 'spo2', 'rr', 'temp_core'] as const
const WELL = [70, 98, 16, 36.8]
const ILL = [118, 93, 22, 38.6]
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient
let subjectId: string

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { kind: 'wearable', metrics: METRICS, periodS: 60 })
    },
  })
  subjectId = newId()
  const place = { regionCode: '320500', sysOrgCode: 'A01' }
  await network.db
    .insertInto('monSubject')
    .values({ id: subjectId, subjectCode: newSubjectCode(), ageBand: '60-74', ...place })
    .execute()
  const worn = {
    deviceId: device.id,
    subjectId,
    site: 'wrist',
    unit: '发热病区',
    boundFrom: new Date(T0 - 20 * DAY_MS),
  }
  await network.db
    .insertInto('monWearableBinding')
    .values({ id: newId(), ...worn, ...place })
    .execute()
})
afterAll(() => network.close())
beforeEach(async () => {
  clock.ms = T0
  await network.reset()
  await network.pool.query('truncate mon_vital_window, mon_vital_turn')
  await network.pool.query(
    'update mon_vital_late_cursor c set seq = s.seq from mon_stream_seq s where s.stream = c.stream',
  )
  client = await connect(network, device)
  return async () => {
    await client.endAsync()
  }
})

async function reckon(nowMs = clock.ms + 30_000) {
  let passes = 0
  while (await runVitals(network.db, nowMs)) passes++
  return passes
}
/**
 * Sends one sample per minute of all channels, the first at `fromMs`; the pulse varies, as a constant one would be
 * flagged as stuck.
 */
const send = (fromMs: number, minutes: number, values: readonly number[]) =>
  publish(client, `dt/${device.clientId}/batch`, {
    c: ['1', '2', '3', '4'],
    t0: fromMs,
    rows: Array.from({ length: minutes }, (_, i) => [
      i * MINUTE_MS,
      ...values.map((value, c) => (c === 0 ? value + (i % 2) : value)),
    ]),
  })
const windows = async (fromMs: number, toMs: number) =>
  (
    await network.db
      .selectFrom('monVitalWindow')
      .select(['ts', 'hrN', 'total', 'severity'])
      .where('ts', '>', new Date(fromMs))
      .where('ts', '<=', new Date(toMs))
      .orderBy('ts')
      .execute()
  ).map(({ ts, ...row }) => ({ minute: (ts.getTime() - T0) / MINUTE_MS, ...row }))
const events = async () =>
  (await network.db.selectFrom('monDeviceEvent').select(['ts', 'level']).orderBy('ts').execute()).map(
    ({ ts, level }) => ({
      minute: (ts.getTime() - T0) / MINUTE_MS,
      level,
    }),
  )
/** Transaction ids of the rows, which change with every write. */
const writtenBy = async (ms: number) =>
  (
    await sql<{ xmin: string }>`select xmin::text from mon_vital_window where ts = ${new Date(ms)}`.execute(network.db)
  ).rows.map(({ xmin }) => xmin)

describe('a person who falls ill while the worker is down', () => {
  const at = (minutes: number) => T0 + minutes * MINUTE_MS
  /** Samples are stored on time; only the worker is down. */
  const sendAt = (fromMinute: number, minutes: number, values: readonly number[]) => {
    clock.ms = at(fromMinute + minutes)
    return send(at(fromMinute + 1), minutes, values)
  }
  const back = async (minute: number) => {
    clock.ms = at(minute)
    await reckon()
  }

  it('is reported once when it returns', async () => {
    await sendAt(-20, 20, WELL)
    await back(0)
    await sendAt(0, 60, WELL)
    await sendAt(60, 120, ILL)
    await back(180)
    expect(await events()).toEqual([{ minute: 170, level: 2 }])
    await sendAt(180, 10, ILL)
    await back(190)
    expect(await events()).toEqual([{ minute: 170, level: 2 }])
  })

  it('is reported once when three workers return together, stop between two hours, and return again', async () => {
    await sendAt(-20, 20, WELL)
    await back(0)
    await sendAt(0, 180, ILL)
    clock.ms = at(180)
    await Promise.all([1, 2, 3].map(() => runVitals(network.db, at(180) + 30_000)))
    expect(await events()).toEqual([])
    await Promise.all([1, 2, 3].map(() => reckon()))
    await reckon()
    expect(await events()).toEqual([{ minute: 170, level: 2 }])
  })

  it('is not reported twice, but again after getting worse or a relapse', async () => {
    const breathless = [70, 98, 25, 36.8]
    await sendAt(-20, 20, WELL)
    await back(0)
    await sendAt(0, 5, breathless)
    await back(5)
    const first = { minute: 5, level: 3 }
    expect(await events()).toEqual([first])
    await sendAt(5, 60, breathless)
    await back(65)
    expect(await events()).toEqual([first])
    await sendAt(65, 60, ILL)
    await back(125)
    const worse = { minute: 115, level: 2 }
    expect(await events()).toEqual([first, worse])
    await sendAt(125, 30, WELL)
    await sendAt(155, 60, ILL)
    await back(215)
    expect(await events()).toEqual([first, worse, { minute: 205, level: 2 }])
  })

  it('is not reported in a new database: initial states count as known', async () => {
    await sendAt(-180, 180, ILL)
    clock.ms = at(0)
    // Killed within the first day; after the restart it is still the first.
    await runVitals(network.db, at(0) + 30_000)
    await reckon()
    await back(2)
    expect(await events()).toEqual([])
    await sendAt(0, 10, ILL)
    await back(10)
    expect(await events()).toEqual([])
  })
})

describe('vital signs that arrive hours late', () => {
  it('are scored in their own windows within one pass, once, and raise nothing', async () => {
    await reckon()
    await send(T0 - 4 * HOUR_MS + MINUTE_MS, 60, ILL)
    expect(await windows(T0 - 4 * HOUR_MS, T0 - 3 * HOUR_MS)).toMatchObject(
      [...Array(12)].map(() => ({ hrN: 0, total: 0 })),
    )
    expect(await reckon()).toBeGreaterThan(0)
    expect(await windows(T0 - 4 * HOUR_MS, T0 - 3 * HOUR_MS)).toEqual(
      Array.from({ length: 12 }, (_, i) => ({ minute: -240 + 5 * (i + 1), hrN: 5, total: 7, severity: 2 })),
    )
    expect(await windows(T0 - 5 * HOUR_MS, T0 - 4 * HOUR_MS)).toMatchObject(
      [...Array(12)].map(() => ({ hrN: 0, total: 0 })),
    )
    expect(await events()).toEqual([])
    const written = await writtenBy(T0 - 4 * HOUR_MS + 30 * MINUTE_MS)
    expect(await reckon()).toBe(0)
    expect(await writtenBy(T0 - 4 * HOUR_MS + 30 * MINUTE_MS)).toEqual(written)
  })

  it('raise once what they would have raised if the person is still as ill', async () => {
    await reckon()
    // Out of reach for an hour, then delivered late.
    await send(T0 - HOUR_MS + MINUTE_MS, 60, ILL)
    await reckon()
    expect(await events()).toEqual([{ minute: -10, level: 2 }])
    clock.ms = T0 + 5 * MINUTE_MS
    await send(T0 + MINUTE_MS, 5, ILL)
    await reckon()
    expect(await windows(T0, T0 + 5 * MINUTE_MS)).toMatchObject([{ severity: 2 }])
    expect(await events()).toEqual([{ minute: -10, level: 2 }])
  })

  it('do not keep a later window from raising what was not reported, however they are split', async () => {
    await reckon()
    await send(T0 - HOUR_MS + MINUTE_MS, 45, ILL)
    await reckon()
    expect(await events()).toEqual([])
    await send(T0 - 14 * MINUTE_MS, 8, ILL)
    await reckon()
    expect(await events()).toEqual([{ minute: -10, level: 2 }])
  })

  it('belong to the wearer at that time, even if unbound since', async () => {
    const wornTo = (boundTo: Date | null) => network.db.updateTable('monWearableBinding').set({ boundTo }).execute()
    await wornTo(new Date(T0 - 2 * HOUR_MS))
    try {
      await reckon()
      await send(T0 - 125 * MINUTE_MS + MINUTE_MS, 10, ILL)
      await reckon()
      expect(await windows(T0 - 125 * MINUTE_MS, T0)).toEqual([{ minute: -120, hrN: 5, total: 7, severity: 2 }])
    } finally {
      await wornTo(null)
    }
  })

  it('are scored once by concurrent workers, and later when the turn is taken', async () => {
    await reckon()
    await send(T0 - 3 * HOUR_MS + MINUTE_MS, 10, ILL)
    await network.db
      .transaction()
      .execute(async (trx) => {
        await sql`select done_to from mon_vital_turn for update`.execute(trx)
        expect(await reckon()).toBe(0)
        throw new Error('killed')
      })
      .catch(() => undefined)
    const passes = await Promise.all([1, 2, 3, 4].map(() => runVitals(network.db, clock.ms + 30_000)))
    expect(passes.filter(Boolean)).toHaveLength(1)
    expect(await windows(T0 - 3 * HOUR_MS, T0 - 3 * HOUR_MS + 10 * MINUTE_MS)).toMatchObject([
      { total: 7 },
      { total: 7 },
    ])
  })

  it('are combined with samples of their window that are already packed', async () => {
    const dayAgo = T0 - 30 * HOUR_MS
    await network.pool.query('insert into mon_vital_turn values (1, $1)', [new Date(dayAgo)])
    for (const table of ['mon_sample', 'mon_sample_pack'] as const)
      await createPartition(network.pool, partitionAt(table, dayAgo))
    await send(dayAgo + MINUTE_MS, 4, WELL)
    await reckon()
    expect(await windows(dayAgo, dayAgo + 5 * MINUTE_MS)).toMatchObject([{ hrN: 4, total: 0 }])
    expect(await packDay(network.db, partitionAt('mon_sample', dayAgo))).toBe(true)
    await send(dayAgo + 5 * MINUTE_MS, 1, WELL)
    await reckon()
    expect(await windows(dayAgo, dayAgo + 5 * MINUTE_MS)).toMatchObject([{ hrN: 5 }])
  })

  it('are left to the regular pass where it has not been yet', async () => {
    await reckon()
    clock.ms = T0 + 3 * HOUR_MS
    await send(T0 + HOUR_MS + MINUTE_MS, 5, ILL)
    await runVitals(network.db, clock.ms + 30_000)
    expect(await windows(T0 + HOUR_MS, T0 + 3 * HOUR_MS)).toEqual([])
    await reckon()
    expect(await windows(T0 + HOUR_MS, T0 + HOUR_MS + 5 * MINUTE_MS)).toMatchObject([{ total: 7, hrN: 5 }])
    expect(await windows(T0 + HOUR_MS, T0 + 3 * HOUR_MS)).toHaveLength(24)
  })

  it("are found without marks for ten minutes if received after the window's end, and all of them after a pause", async () => {
    const store = (ts: number, rx: number) =>
      network.pool.query(
        'insert into mon_sample (device_id, channel_no, ts, rx, v, q) values ($1, $2, $3, $4, 88, 0)',
        [device.deviceNo, device.channelNos[0], new Date(ts), new Date(rx)],
      )
    const at = (minutes: number) => T0 + minutes * MINUTE_MS
    const heldAt = async (minutes: number) => (await windows(at(minutes - 5), at(minutes))).map(({ hrN }) => hrN)
    await createPartition(network.pool, partitionAt('mon_sample', T0))
    await reckon(at(0) + 30_000)
    // The first window after a pause: samples that were waiting meanwhile are stored by now.
    await store(at(-1), at(-1))
    await reckon(at(5) + 30_000)
    expect(await heldAt(0)).toEqual([1])
    await store(at(4), at(5) + 25_000)
    await reckon(at(10) + 30_000)
    expect([await heldAt(5), await heldAt(10)]).toEqual([[1], [0]])
    // Received within the window, so it cannot have been missed; windows are not rescanned for such samples.
    await store(at(9), at(9))
    await reckon(at(15) + 30_000)
    expect(await heldAt(10)).toEqual([0])
  })

  it("are scored again without a mark if the device's clock is slow", async () => {
    await network.pool.query(
      `insert into mon_device_state (device_id, status, skew_ms) values ($1, 'online', $2)
      on conflict (device_id) do update set skew_ms = excluded.skew_ms`,
      [device.deviceNo, 14 * MINUTE_MS],
    )
    await reckon()
    const ts = new Date(T0 - 18 * MINUTE_MS)
    await createPartition(network.pool, partitionAt('mon_sample', ts.getTime()))
    await network.pool.query(
      'insert into mon_sample (device_id, channel_no, ts, rx, v, q) values ($1, $2, $3, $3, 88, 0)',
      [device.deviceNo, device.channelNos[0], ts],
    )
    await reckon(clock.ms + 5.5 * MINUTE_MS)
    expect(await windows(T0 - 20 * MINUTE_MS, T0 - 15 * MINUTE_MS)).toMatchObject([{ hrN: 1 }])
  })
})
