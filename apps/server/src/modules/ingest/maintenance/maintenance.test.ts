import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../../platform/logger.ts'
import { findPartitions, partitionAt } from '../../sample/index.ts'
import { deleteExpiredEvents, deleteExpiredMemory, deleteExpiredRecords } from '../access/quarantine.repository.ts'
import { newChannel } from '../register/definition.ts'
import type { ChannelDefinition, Device } from '../register/register-types.ts'
import { addDevice, connect, openNetwork, publish, type TestDevice, type TestNetwork } from '../testing/network.ts'
import { Housekeeping } from './housekeeping.ts'
import { upsertLatest } from './latest.repository.ts'
import { DEFAULT_RETENTION, dropExpiredPartitions, ensurePartitions, sortRecords } from './partitions.ts'

const T0 = parseGmt8('2026-11-21 10:20:00') as number
const PERIOD_MS = 10_000
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'], periodS: PERIOD_MS / 1_000 })
    },
  })
})
beforeEach(async () => {
  await client?.endAsync()
  clock.ms = T0
  await network.reset()
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const tele = (tsMs: number, value: number) =>
  publish(client, `dt/${device.clientId}/tele`, { ts: tsMs, d: { 1: value } })

/** Flushes memory by stopping; the next ingest reads it back. */
async function settle(): Promise<void> {
  await client.endAsync()
  await network.restart()
  client = await connect(network, device)
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

async function gaps() {
  const { rows } = await network.pool.query(
    `select ${ms('t_from')} - ${T0} as f, ${ms('t_to')} - ${T0} as t, expected, received, cause,
      filled_at is not null as filled from mon_gap order by t_from`,
  )
  return rows
}

describe('the newest value', () => {
  const minutes = async (from: number, to: number, valueAt: (minute: number) => number = () => 40) => {
    for (let minute = from; minute < to; minute++) {
      clock.ms = T0 + minute * 60_000
      await tele(clock.ms, valueAt(minute))
    }
  }
  const stuckSince = async () => {
    const { rows } = await network.pool.query<{ since: number | null }>(
      `select (${ms('min(ts)')} - ${T0}) / 60000 as since from mon_sample where q & ${QUALITY.stuck} <> 0`,
    )
    return rows[0]?.since
  }

  it('is stuck after half an hour without change, even across a restart', async () => {
    await minutes(0, 15)
    await settle()
    await minutes(15, 32)
    expect(await stuckSince()).toBe(30)
  })

  it('is not stuck because of an earlier run of other values', async () => {
    await minutes(0, 1, () => 39)
    await settle()
    await minutes(1, 15)
    await settle()
    await minutes(15, 33)
    expect(await stuckSince()).toBe(31)
  })

  it.each([
    ['continues its run', () => 40, 30],
    ['starts a new run if another value was stored since', (minute: number) => (minute === 17 ? 38 : 40), 49],
  ] as const)('after a crash that lost its last writes %s', async (_, valueAt, since) => {
    await minutes(0, 20, valueAt)
    await client.endAsync()
    await network.ingest.stop()
    await network.pool.query('update mon_latest set ts = $1, rx = $1, run_since = $2, run_n = 16, v = 40', [
      new Date(T0 + 15 * 60_000),
      new Date(T0),
    ])
    await settle()
    await minutes(20, 50)
    expect(await stuckSince()).toBe(since)
  })

  it('has no run that starts after it', async () => {
    const channel = { ...newChannel({ deviceNo: device.deviceNo } as Device, 1, {} as ChannelDefinition), latestTs: T0 }
    Object.assign(channel.qc, { runSinceTs: T0 + 1, runCount: 1 })
    const runs = async () => {
      await upsertLatest(network.pool, [{ ...channel, latestValue: 40 }])
      return (await network.pool.query('select run_n as n from mon_latest where channel_no = 1')).rows
    }
    expect(await runs()).toEqual([{ n: null }])
    channel.qc.runSinceTs = T0
    expect(await runs()).toEqual([{ n: 1 }])
  })

  it('and the one before it are written promptly', async () => {
    await tele(T0 - 20_000, 39)
    await tele(T0 - 10_000, 40)
    await tele(T0, 41)
    await settle()
    const { rows } = await network.pool.query(`select ${ms('ts')} as ts, v, prev_v from mon_latest`)
    expect(rows).toEqual([{ ts: T0, v: 41, prev_v: 40 }])
  })
})

it('late samples do not affect the newest value', async () => {
  await tele(T0 - 10_000, 40)
  await tele(T0 - 3_600_000, 38)
  await tele(T0, 41)
  await settle()
  const { rows } = await network.pool.query('select v, prev_v from mon_latest')
  expect(rows).toEqual([{ v: 41, prev_v: 40 }])
  expect(await gaps()).toEqual([])
})

describe('a gap', () => {
  it('is opened by silence and closed by the next sample', async () => {
    await tele(T0, 40)
    clock.ms = T0 + 60_000
    await settle()
    clock.ms = T0 + 120_000
    await settle()
    expect(await gaps()).toMatchObject([{ f: PERIOD_MS, t: null, filled: false }])
    await tele(T0 + 120_000, 42)
    await settle()
    expect(await gaps()).toMatchObject([{ f: PERIOD_MS, t: 120_000, expected: 11, filled: false }])
  })

  it('is not opened for silence from before the process could hear', async () => {
    await tele(T0 - 60_000, 40)
    clock.ms = T0 + 20_000
    await settle()
    expect(await gaps()).toEqual([])
    clock.ms = T0 + 50_000
    await settle()
    expect(await gaps()).toMatchObject([{ f: -50_000, t: null }])
  })

  it('is opened only by the process that owns the stream of the device', async () => {
    await tele(T0, 40)
    await network.pool.query(
      `update mon_stream set owner = 'another', epoch = epoch + 1, until = now() + interval '1 hour'`,
    )
    await settle()
    clock.ms = T0 + 60_000
    await settle()
    expect(await gaps()).toEqual([])
    await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
    await settle()
    clock.ms = T0 + 120_000
    await settle()
    expect(await gaps()).toMatchObject([{ f: PERIOD_MS, t: null }])
  })

  it('is recorded even if it was not noticed while open', async () => {
    await tele(T0 - 60_000, 40)
    await tele(T0, 41)
    await settle()
    expect(await gaps()).toMatchObject([{ f: -50_000, t: 0, expected: 5 }])
  })

  it('is not opened for one missed sample', async () => {
    await tele(T0 - 25_000, 40)
    await tele(T0, 41)
    await settle()
    expect(await gaps()).toEqual([])
  })

  it('shrinks, splits and fills as it is backfilled', async () => {
    await tele(T0 - 100_000, 40)
    await tele(T0, 41)
    await settle()
    await tele(T0 - 50_000, 42)
    await settle()
    expect(await gaps()).toMatchObject([
      { f: -90_000, t: -50_000, expected: 4, filled: false },
      { f: -40_000, t: 0, expected: 4, filled: false },
    ])
    for (const offset of [90, 80, 70, 60]) await tele(T0 - offset * 1_000, 43)
    await settle()
    expect(await gaps()).toMatchObject([
      { f: -90_000, t: -50_000, received: 4, filled: true },
      { f: -40_000, t: 0, filled: false },
    ])
  })
})

describe('partitions', () => {
  it('are created for today and seven days ahead, safely by concurrent processes', async () => {
    const nowMs = T0 + 30 * DAY_MS
    await Promise.all([1, 2, 3].map(() => ensurePartitions(network.pool, nowMs)))
    expect(await findPartitions(network.pool, 'mon_sample')).toEqual(
      expect.arrayContaining(['mon_sample_20261221', 'mon_sample_20261228']),
    )
    expect(await findPartitions(network.pool, 'mon_r1m')).toEqual(expect.arrayContaining(['mon_r1m_20261228']))
    expect(await findPartitions(network.pool, 'mon_r1h')).toEqual(expect.arrayContaining(['mon_r1h_202612']))
    expect(await findPartitions(network.pool, 'mon_r1d')).toEqual(expect.arrayContaining(['mon_r1d_2026']))
    for (const table of ['mon_sample_conflict', 'mon_gap', 'mon_device_status_log', 'mon_ingest_counter'] as const) {
      expect(await findPartitions(network.pool, table)).toEqual(expect.arrayContaining([`${table}_202612`]))
    }
  })

  it('are created on demand for older samples', async () => {
    await tele(T0 - 40 * DAY_MS, 40)
    expect(await findPartitions(network.pool, 'mon_sample')).toContain('mon_sample_20261012')
  })

  it('are dropped when all their data is older than the retention', async () => {
    await tele(T0 - 40 * DAY_MS, 40)
    const dropped = await dropExpiredPartitions(network.pool, T0 + 51 * DAY_MS)
    expect(dropped).toContain('mon_sample_20261012')
    expect(await findPartitions(network.pool, 'mon_sample')).toContain('mon_sample_20261121')
    expect(await findPartitions(network.pool, 'mon_r1m')).toContain('mon_r1m_20261012')
  })

  it('are dropped although another expired table is being read', async () => {
    await tele(T0 - 40 * DAY_MS, 40)
    const reader = await network.pool.connect()
    await reader.query('begin; select from mon_sample_20261012 limit 1; lock table mon_sample in access share mode')
    const dropped = await dropExpiredPartitions(network.pool, T0 + 400 * DAY_MS).finally(() => {
      // Without its connection the reader holds nothing.
      reader.release(true)
    })
    expect(dropped).not.toContain('mon_sample_20261012')
    expect(dropped).toContain('mon_track_202610')
    expect(await dropExpiredPartitions(network.pool, T0 + 51 * DAY_MS)).toContain('mon_sample_20261012')
  })

  it('of positions expire with the samples', async () => {
    await publish(client, `dt/${device.clientId}/tele`, { ts: T0, d: {}, pos: { lng: 120.5, lat: 31.5 } })
    const november = parseGmt8('2026-12-01 00:00:00') as number
    const keptMs = DEFAULT_RETENTION.rawMs
    expect(await dropExpiredPartitions(network.pool, november + keptMs - 1)).not.toContain('mon_track_202611')
    expect(await dropExpiredPartitions(network.pool, november + keptMs)).toContain('mon_track_202611')
  })
})

describe('housekeeping', () => {
  it('keeps samples for as long as the settings say', async () => {
    await tele(T0 - 40 * DAY_MS, 40)
    await tele(T0 - 20 * DAY_MS, 40)
    const { pool, db } = network
    const log = createLogger({ logLevel: 'fatal' }).of('ingest')
    const retention = { ...DEFAULT_RETENTION, rawMs: 30 * DAY_MS }
    await new Housekeeping({ pool, db, log, retention, now: () => T0 }).run()
    const left = await findPartitions(pool, 'mon_sample')
    expect(left).not.toContain('mon_sample_20261012')
    expect(left).toContain('mon_sample_20261101')
    expect(await findPartitions(pool, 'mon_r1m')).toContain('mon_r1m_20261012')
  })
})

describe('events, blobs and message ids', () => {
  it('expire by their receive time, whatever time the device gave them', async () => {
    const { db, pool } = network
    const at = (days: number) => new Date(T0 - days * DAY_MS)
    for (const days of [401, 399])
      await pool.query(
        `insert into mon_device_event (device_id, ts, rx, key, kind, type, data)
         values ($1, $2, $3, '', 'event', 'door', '{}')`,
        [days, at(800 - days), at(days)],
      )
    for (const days of [91, 89])
      await pool.query(
        `insert into mon_blob_sample (device_id, channel_no, ts, rx, key, kind, meta, content)
         values ($1, 0, $2, $3, '', 'image', '{}', '')`,
        [days, at(180 - days), at(days)],
      )
    for (const hours of [25, 23])
      await pool.query('insert into mon_message_seen (device_id, seen_at, key) values ($1, $2, $3)', [
        hours,
        at(hours / 24),
        '',
      ])
    await deleteExpiredEvents(db, T0, DEFAULT_RETENTION)
    await deleteExpiredMemory(db, T0)
    const left = async (table: string) => (await pool.query(`select device_id as left from ${table}`)).rows
    expect(await left('mon_device_event')).toEqual([{ left: 399 }])
    expect(await left('mon_blob_sample')).toEqual([{ left: 89 }])
    expect(await left('mon_message_seen')).toEqual([{ left: 23 }])
  })
})

/** Start of the oldest month of which anything is kept, epoch ms. */
const oldestMonth = (keptMs: number) => partitionAt('mon_gap', T0 - keptMs).fromMs

/** No device of the network: the status machine adds no records of its own. */
const NOBODY = 9_001

describe('records beside the samples', () => {
  const at = (days: number) => new Date(T0 - days * DAY_MS)
  const housekeep = () => {
    const { pool, db } = network
    const log = createLogger({ logLevel: 'fatal' }).of('ingest')
    return new Housekeeping({ pool, db, log, retention: DEFAULT_RETENTION, now: () => T0 }).run()
  }
  /** While another transaction has read gaps. */
  const whileRead = async (work: () => Promise<void>) => {
    const reader = await network.pool.connect()
    try {
      await reader.query('begin')
      await reader.query('select 1 from mon_gap')
      await work()
    } finally {
      reader.release(true)
    }
  }
  const rows = async (table: string, columns: string) =>
    (await network.pool.query(`select ${columns} from ${table} where device_id = ${NOBODY} order by 1`)).rows

  it('expire with their month, which may have had no partition before', async () => {
    const { pool } = network
    const [records, raw] = [oldestMonth(DEFAULT_RETENTION.recordsMs), oldestMonth(DEFAULT_RETENTION.rawMs)]
    for (const tMs of [records - 1, records, T0]) {
      const ts = new Date(tMs)
      await pool.query(
        `insert into mon_device_status_log (device_id, ts, from_val, to_val, reason) values (${NOBODY}, $1, 'online', 'offline', 'timeout')`,
        [ts],
      )
      await pool.query(`insert into mon_ingest_counter (device_id, hour, code, n) values (${NOBODY}, $1, 'E_DUP', 1)`, [
        ts,
      ])
    }
    for (const tMs of [raw - 1, raw, T0])
      await pool.query(
        `insert into mon_sample_conflict (ts, rx, v, device_id, channel_no, q) values ($1, $1, 1, ${NOBODY}, 1, 0)`,
        [new Date(tMs)],
      )
    await housekeep()
    expect(await rows('mon_device_status_log', 'ts')).toEqual([{ ts: new Date(records) }, { ts: new Date(T0) }])
    expect(await rows('mon_ingest_counter', 'hour')).toEqual([{ hour: new Date(records) }, { hour: new Date(T0) }])
    expect(await rows('mon_sample_conflict', 'ts')).toEqual([{ ts: new Date(raw) }, { ts: new Date(T0) }])
    const months = await findPartitions(pool, 'mon_ingest_counter')
    expect(months).toContain('mon_ingest_counter_202510')
    expect(months).not.toContain('mon_ingest_counter_202509')
  })

  it('expire as gaps by their end, and the month with the last of them', async () => {
    const { pool } = network
    const [kept, expired] = [at(399), at(401)]
    const gap = (channelNo: number, from: Date, to: Date | null) =>
      pool.query(`insert into mon_gap (device_id, channel_no, t_from, t_to) values (${NOBODY}, $1, $2, $3)`, [
        channelNo,
        from,
        to,
      ])
    await gap(1, at(500), null)
    await gap(2, at(500), expired)
    await gap(3, at(500), kept)
    await gap(4, at(600), expired)
    await gap(5, expired, kept)
    await housekeep()
    expect(await rows('mon_gap', 'channel_no')).toEqual([1, 3, 5].map((channelNo) => ({ channel_no: channelNo })))
    const month = partitionAt('mon_gap', at(500).getTime()).name
    const months = await findPartitions(pool, 'mon_gap')
    expect(months).toContain(month)
    expect(months).not.toContain(partitionAt('mon_gap', at(600).getTime()).name)
    // A month that is kept is not locked to find that out.
    await whileRead(async () => expect(await dropExpiredPartitions(pool, T0)).toEqual([]))
    await pool.query('update mon_gap set t_to = $1 where channel_no in (1, 3)', [expired])
    await housekeep()
    expect(await rows('mon_gap', 'channel_no')).toEqual([{ channel_no: 5 }])
    expect(await findPartitions(pool, 'mon_gap')).not.toContain(month)
  })

  it('have a gap that began long before any partition', async () => {
    await network.pool.query(
      `insert into mon_latest (device_id, channel_no, ts, rx, v, q)
       select d.device_no, c.channel_no, $1, $1, 1, 0 from mon_channel c join mon_device d on d.id = c.device_id`,
      [at(300)],
    )
    await settle()
    clock.ms = T0 + 60_000
    await settle()
    expect(await gaps()).toMatchObject([{ f: PERIOD_MS - 300 * DAY_MS, t: null }])
    await housekeep()
    expect(await findPartitions(network.pool, 'mon_gap')).toContain(partitionAt('mon_gap', at(300).getTime()).name)
    expect(await gaps()).toMatchObject([{ f: PERIOD_MS - 300 * DAY_MS, t: null }])
  })

  it('are stored while their table is too busy for a new partition', async () => {
    const { pool } = network
    const nowMs = T0 + 60 * DAY_MS
    await whileRead(() => ensurePartitions(pool, nowMs))
    await pool.query(`insert into mon_gap (device_id, channel_no, t_from) values (${NOBODY}, 1, $1)`, [new Date(nowMs)])
    const month = partitionAt('mon_gap', nowMs).name
    expect(await findPartitions(pool, 'mon_ingest_counter')).toContain('mon_ingest_counter_202701')
    expect(await findPartitions(pool, 'mon_gap')).not.toContain(month)
    await sortRecords(pool)
    expect(await rows(month, 't_from')).toEqual([{ t_from: new Date(nowMs) }])
  })

  it('expire as marks and vital signs by their own time', async () => {
    const { db, pool } = network
    for (const days of [91, 89])
      await pool.query(
        `insert into mon_late_mark (device_id, channel_no, bucket, from_ts, to_ts, seq, cause) values (${NOBODY}, 1, $1, $1, $1, 1, 'late')`,
        [at(days)],
      )
    for (const days of [401, 399])
      await pool.query(
        `insert into mon_vital_window (subject_id, ts, binding_id, hr_n, spo2_scale, points, total, excluded)
         values ('s', $1, 'b', 0, 1, '{}', 0, false)`,
        [new Date(T0 - DEFAULT_RETENTION.minutesMs + (400 - days) * DAY_MS)],
      )
    await deleteExpiredRecords(db, T0, DEFAULT_RETENTION)
    expect(await rows('mon_late_mark', 'bucket')).toEqual([{ bucket: at(89) }])
    expect((await pool.query('select ts from mon_vital_window')).rows).toHaveLength(1)
  })
})
