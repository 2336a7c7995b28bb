import { MAX_SKEW_MS, type WatchedStatus } from '@natim/domain/alarm/rule'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../../platform/db/by-device.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { epochMs } from '../../../platform/db/epoch-ms.ts'

export interface CursorRow {
  readonly stream: number
  /** Number of the last judged commit. */
  readonly seq: number
  readonly channelNos: readonly number[]
  readonly marksMs: readonly number[]
}

export async function findCursors(db: Db): Promise<CursorRow[]> {
  const rows = await db.selectFrom('monAlarmCursor').select(['stream', 'seq', 'channelNos', 'marksMs']).execute()
  return rows.map(({ seq, ...row }) => ({ ...row, seq: Number(seq) }))
}

/**
 * Channels that received older samples after newer ones since their stream was judged, with the oldest of them, epoch
 * ms. Spans are recorded by the hour: part of one may have been judged already.
 */
export async function findDisordered(
  db: Db,
  cursors: readonly Pick<CursorRow, 'stream' | 'seq'>[],
): Promise<ReadonlyMap<number, number>> {
  if (cursors.length === 0) return new Map()
  const { rows } = await sql<{ channelNo: number; fromMs: number }>`
    select mark.channel_no, min(${epochMs(sql`mark.from_ts`)}) as from_ms
    from unnest(${cursors.map(({ stream }) => stream)}::int[], ${cursors.map(({ seq }) => seq)}::float8[]) as cursor (stream, seq)
    join mon_late_mark mark on mark.device_id % 16 = cursor.stream and mark.seq > cursor.seq
    where mark.cause = 'order'
    group by mark.channel_no`.execute(db)
  return new Map(rows.map((row) => [row.channelNo, row.fromMs]))
}

export interface Cursor {
  readonly stream: number
  readonly epoch: number
  readonly seq: number
  readonly channelNos: readonly number[]
  readonly marksMs: readonly number[]
}

/**
 * Saves how far streams have been judged, stamped by the database clock so that the lag of the engine can be computed
 * anywhere.
 */
export async function saveCursors(trx: Tx, cursors: readonly Cursor[]): Promise<void> {
  for (const { stream, epoch, seq, channelNos, marksMs } of cursors) {
    await sql`
      insert into mon_alarm_cursor (stream, epoch, seq, judged_at, channel_nos, marks_ms)
      values (${stream}, ${epoch}, ${seq}, now(), ${[...channelNos]}::int[], ${[...marksMs]}::float8[])
      on conflict (stream) do update set epoch = excluded.epoch, seq = excluded.seq, judged_at = excluded.judged_at,
        channel_nos = excluded.channel_nos, marks_ms = excluded.marks_ms`.execute(trx)
  }
}

export interface WantedChannel {
  readonly deviceNo: number
  readonly channelNo: number
  /** Exclusive start, epoch ms. */
  readonly fromMs: number
  readonly toMs?: number
}

/** Columns of equal length, in time order. */
export interface SampleColumns {
  readonly channelNos: number[]
  readonly tsMs: number[]
  readonly values: number[]
  readonly flags: number[]
}

const wantedRows = (wanted: readonly WantedChannel[]) => sql`
  unnest(${wanted.map((row) => row.deviceNo)}::int[], ${wanted.map((row) => row.channelNo)}::int[],
    ${wanted.map((row) => new Date(row.fromMs))}::timestamptz[], ${wanted.map((row) => new Date(row.toMs ?? 8.64e15))}::timestamptz[])
    as wanted (device_no, channel_no, after, until)`

/** Samples still stored as rows: those of today and the two days before. */
export async function findSamplesAfter(db: Db, wanted: readonly WantedChannel[]): Promise<SampleColumns> {
  const rows = await byDevice(db, wanted, async (keys) => {
    const answer = await sql<{ channelNo: number; tsMs: number; v: number; q: number }>`
      select wanted.channel_no, sample.ts_ms, sample.v, sample.q
      from ${wantedRows(keys)}
      cross join lateral (
        select ${epochMs(sql`ts`)} as ts_ms, v, q from mon_sample
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ts > wanted.after
      ) as sample
      order by sample.ts_ms`.execute(db)
    return answer.rows
  })
  return {
    channelNos: rows.map((row) => row.channelNo),
    tsMs: rows.map((row) => row.tsMs),
    values: rows.map((row) => row.v),
    flags: rows.map((row) => row.q),
  }
}

/** Newest sample still stored as a row, epoch ms; channels without one are absent. */
export async function findNewestStored(
  db: Db,
  wanted: readonly Pick<WantedChannel, 'deviceNo' | 'channelNo'>[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await byDevice(
    db,
    wanted.map((channel) => ({ ...channel, fromMs: 0 })),
    async (keys) => {
      const answer = await sql<{ channelNo: number; tsMs: number }>`
        select wanted.channel_no, newest.ts_ms
        from ${wantedRows(keys)}
        cross join lateral (
          select ${epochMs(sql`ts`)} as ts_ms from mon_sample
          where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          order by ts desc limit 1
        ) as newest`.execute(db)
      return answer.rows
    },
  )
  return new Map(rows.map((row) => [row.channelNo, row.tsMs]))
}

export interface MinuteSum {
  readonly channelNo: number
  readonly tMs: number
  readonly sum: number
  readonly n: number
  /** Seconds covered per sample; null when unknown. */
  readonly sampleS: number | null
}

/** Minute sums over the samples that may raise alarms, after < t <= until. */
export async function findMinuteSums(db: Db, wanted: readonly WantedChannel[]): Promise<MinuteSum[]> {
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<MinuteSum>`
      select wanted.channel_no, minute.t_ms, minute.sum, minute.n, minute.sample_s
      from ${wantedRows(keys)}
      cross join lateral (
        select ${epochMs(sql`t`)} as t_ms, coalesce(a_sum, v_sum) as sum, coalesce(a_n, n_valid) as n,
          cover_s::float8 / nullif(n_valid, 0) as sample_s
        from mon_r1m
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > wanted.after and t <= wanted.until and coalesce(a_n, n_valid) > 0
      ) as minute
      order by minute.t_ms`.execute(db)
    return rows
  })
}

export interface HourRow {
  readonly channelNo: number
  readonly tMs: number
  readonly mean: number | null
  /** Seconds covered; null when unknown. */
  readonly coverS: number | null
}

/** Clock hours, after < t <= until, in time order. */
export async function findHours(db: Db, wanted: readonly WantedChannel[]): Promise<HourRow[]> {
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<HourRow>`
      select wanted.channel_no, hour.t_ms, hour.mean, hour.cover_s
      from ${wantedRows(keys)}
      cross join lateral (
        select ${epochMs(sql`t`)} as t_ms, v_avg as mean, cover_s from mon_r1h
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > wanted.after and t <= wanted.until
      ) as hour
      order by hour.t_ms`.execute(db)
    return rows
  })
}

export interface AbnormalDevice {
  readonly deviceNo: number
  readonly status: WatchedStatus
  /** Epoch ms. */
  readonly sinceMs: number
}

/** Devices of some streams that are currently offline or faulty. */
export async function findAbnormalDevices(db: Db, streams: readonly number[]): Promise<AbnormalDevice[]> {
  const { rows } = await sql<AbnormalDevice>`
    select device_id as device_no, status, ${epochMs(sql`status_since`)} as since_ms from mon_device_state
    where status in ('offline', 'fault') and device_id % 16 = any(${[...streams]}::int[])`.execute(db)
  return rows
}

/** Devices of some streams that are not offline and have a wrong clock. */
export async function findSkewed(db: Db, streams: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceNo: number }>`
    select device_id as device_no from mon_device_state
    where status <> 'offline' and abs(skew_ms) > ${MAX_SKEW_MS} and device_id % 16 = any(${[...streams]}::int[])`.execute(
    db,
  )
  return rows.map(({ deviceNo }) => deviceNo)
}

/** The devices that are offline only because their gateway is. */
export async function findCutOff(db: Db, deviceNos: readonly number[]): Promise<ReadonlySet<number>> {
  if (deviceNos.length === 0) return new Set()
  const { rows } = await sql<{ deviceNo: number }>`
    select device.device_no from mon_device device
    join mon_device gateway on gateway.id = device.gateway_id
    join mon_device_state state on state.device_id = gateway.device_no
    where device.device_no = any(${[...deviceNos]}::int[]) and state.status = 'offline'`.execute(db)
  return new Set(rows.map((row) => row.deviceNo))
}

/** When devices entered their current status, epoch ms; those never judged are absent. */
export async function findStatusSince(db: Db, deviceNos: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (deviceNos.length === 0) return new Map()
  const { rows } = await sql<{ deviceNo: number; sinceMs: number }>`
    select device_id as device_no, ${epochMs(sql`status_since`)} as since_ms from mon_device_state
    where device_id = any(${[...deviceNos]}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.deviceNo, row.sinceMs]))
}

export interface ToldEvent {
  readonly deviceNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly type: string
  readonly level: number | null
  readonly data: unknown
  readonly q: number
}

/** Events from devices of some streams received after an instant, ordered by their own time. */
export async function findToldEvents(db: Db, streams: readonly number[], rxAfterMs: number): Promise<ToldEvent[]> {
  const { rows } = await sql<ToldEvent>`
    select device_id as device_no, ${epochMs(sql`ts`)} as ts_ms, ${epochMs(sql`rx`)} as rx_ms, type, level, data, q
    from mon_device_event
    where kind = 'event' and rx > ${new Date(rxAfterMs)} and device_id % 16 = any(${[...streams]}::int[])
    order by ts limit 5000`.execute(db)
  return rows
}

/** Newest sample per channel, epoch ms; channels without one are absent. */
export async function findNewest(db: Db, channelNos: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (channelNos.length === 0) return new Map()
  const { rows } = await sql<{ channelNo: number; tsMs: number }>`
    select channel_no, ${epochMs(sql`ts`)} as ts_ms from mon_latest where channel_no = any(${[...channelNos]}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.channelNo, row.tsMs]))
}

export async function setSilent(db: Db, keys: readonly string[], silent: boolean): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('monAlarm')
    .set({ silent })
    .where('dedupeKey', 'in', [...keys])
    .where('active', '=', true)
    .where('historic', '=', false)
    .where('silent', '!=', silent)
    .execute()
}

/** Windows that have begun and may be open; ended one-time windows are excluded. */
export function findBegunWindows(db: Db, nowMs: number) {
  const now = new Date(nowMs)
  return db
    .selectFrom('monSuppression')
    .selectAll()
    .where('delFlag', '=', 0)
    .where('fromTs', '<=', now)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', now)]))
    .where((eb) => eb.or([eb('rrule', 'is not', null), eb('toTs', '>', now)]))
    .execute()
}
