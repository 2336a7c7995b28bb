import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import type { Period } from '@natim/domain/report-period'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export type PlaceKind = 's' | 'c'

/** Stale hours of one place: labels fromMs..toMs (inclusive) of one GMT+8 day. */
export interface AqiMark {
  readonly placeKind: PlaceKind
  readonly placeId: string
  /** `yyyy-MM-dd`. */
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
  readonly dueMs: number
  readonly spreads: boolean
}

/** Widens existing marks and keeps the earlier due time. Inserted in key order, so that two writers cannot deadlock. */
const widen = sql`
  on conflict (place_kind, place_id, day) do update
  set from_ts = least(held.from_ts, excluded.from_ts), to_ts = greatest(held.to_ts, excluded.to_ts),
      due_at = least(held.due_at, excluded.due_at), spreads = held.spreads or excluded.spreads`

/** Instruments at stationary places. */
const measured = sql`
  mon_device device
  join mon_station station on station.id = device.station_id and station.station_type <> 'mobile'`
const measures = sql`exists (
  select from mon_channel channel where channel.device_id = device.id and channel.metric_code = any(${[...AQI_POLLUTANTS]}::text[]))`

/** Rewritten hours of a device: labels with loMs < t <= hiMs, within one GMT+8 day. */
export interface RewrittenHours {
  readonly deviceNo: number
  readonly loMs: number
  readonly hiMs: number
}

/**
 * Marks the stations of devices whose hours were rewritten; an hour still running becomes due `settleMs` after its end.
 */
export async function markStationsOf(
  trx: Tx,
  spans: readonly RewrittenHours[],
  due: { readonly atMs: number; readonly settleMs: number },
): Promise<void> {
  await sql`
    insert into mon_aqi_mark as held (place_kind, place_id, day, from_ts, to_ts, due_at, spreads)
    select 's', station.id, ((span.hi - interval '1 microsecond') at time zone 'Asia/Shanghai')::date,
           min(span.lo) + interval '1 hour', max(span.hi),
           greatest(${new Date(due.atMs)}::timestamptz, min(span.lo) + interval '1 hour' + make_interval(secs => ${due.settleMs / 1000})),
           true
    from unnest(
      ${spans.map((span) => span.deviceNo)}::int[],
      ${spans.map((span) => new Date(span.loMs))}::timestamptz[], ${spans.map((span) => new Date(span.hiMs))}::timestamptz[]
    ) as span (device_no, lo, hi)
    join ${measured} on device.device_no = span.device_no
    where ${measures}
    group by 2, 3 order by 2, 3 ${widen}`.execute(trx)
}

/** Upserts all marks of a transaction in one statement, which alone guarantees their lock order. */
export async function upsertMarks(trx: Tx, marks: readonly AqiMark[]): Promise<void> {
  if (marks.length === 0) return
  await sql`
    insert into mon_aqi_mark as held (place_kind, place_id, day, from_ts, to_ts, due_at, spreads)
    select place_kind, place_id, day, min(from_ts), max(to_ts), min(due_at), bool_or(spreads) from unnest(
      ${marks.map((mark) => mark.placeKind)}::text[], ${marks.map((mark) => mark.placeId)}::text[],
      ${marks.map((mark) => mark.day)}::date[], ${marks.map((mark) => new Date(mark.fromMs))}::timestamptz[],
      ${marks.map((mark) => new Date(mark.toMs))}::timestamptz[], ${marks.map((mark) => new Date(mark.dueMs))}::timestamptz[],
      ${marks.map((mark) => mark.spreads)}::boolean[]
    ) as fresh (place_kind, place_id, day, from_ts, to_ts, due_at, spreads)
    group by 1, 2, 3 order by 1, 2, 3 ${widen}`.execute(trx)
}

/**
 * Locks up to `limit` due marks that no other process holds, newest days first: current figures are ready before the
 * past.
 */
export async function lockDueMarks(trx: Tx, kind: PlaceKind, dueMs: number, limit: number): Promise<AqiMark[]> {
  const { rows } = await sql<AqiMark>`
    select place_kind, place_id, day::text as day, (extract(epoch from from_ts) * 1000)::float8 as from_ms,
           (extract(epoch from to_ts) * 1000)::float8 as to_ms, (extract(epoch from due_at) * 1000)::float8 as due_ms, spreads
    from mon_aqi_mark
    where place_kind = ${kind} and due_at <= ${new Date(dueMs)}
    order by day desc, due_at, place_id
    limit ${limit}
    for update skip locked`.execute(trx)
  return rows
}

/** Whether hours with labels in (fromMs, toMs] are due to be computed or recomputed. */
export async function hasDueMarks(db: Db, { fromMs, toMs }: Period, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (
      select from mon_aqi_mark
      where from_ts <= ${new Date(toMs)} and to_ts > ${new Date(fromMs)} and due_at <= ${new Date(nowMs)}
    ) as is_due`.execute(db)
  return rows[0]?.isDue === true
}

/** Postpones the mark that would be taken next. */
export async function postponeFirstMark(db: Db, kind: PlaceKind, dueMs: number, untilMs: number): Promise<void> {
  await sql`
    update mon_aqi_mark set due_at = ${new Date(untilMs)}
    where (place_kind, place_id, day) = (
      select place_kind, place_id, day from mon_aqi_mark
      where place_kind = ${kind} and due_at <= ${new Date(dueMs)}
      order by day desc, due_at, place_id limit 1 for update skip locked
    )`.execute(db)
}

export async function deleteMarks(trx: Tx, marks: readonly AqiMark[]): Promise<void> {
  await sql`
    delete from mon_aqi_mark
    using unnest(${marks.map((mark) => mark.placeKind)}::text[], ${marks.map((mark) => mark.placeId)}::text[],
                 ${marks.map((mark) => mark.day)}::date[]) as done (place_kind, place_id, day)
    where mon_aqi_mark.place_kind = done.place_kind and mon_aqi_mark.place_id = done.place_id
      and mon_aqi_mark.day = done.day`.execute(trx)
}

/** Stations with pollutants of the index, in one query. */
export async function findAqiStationIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct station.id from ${measured} where ${measures} and station.del_flag = 0 order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stations and GMT+8 days since `sinceMs` with hourly data. */
export async function findDaysWithHours(
  db: Db,
  sinceMs: number,
  untilMs: number,
): Promise<{ id: string; day: string }[]> {
  const { rows } = await sql<{ id: string; day: string }>`
    select distinct station.id, ((hour.t - interval '1 microsecond') at time zone 'Asia/Shanghai')::date::text as day
    from ${measured}
    join mon_channel channel on channel.device_id = device.id and channel.metric_code = any(${[...AQI_POLLUTANTS]}::text[])
    join mon_r1h hour on hour.device_id = device.device_no and hour.channel_no = channel.channel_no
      and hour.t > ${new Date(sinceMs)} and hour.t <= ${new Date(untilMs)}`.execute(db)
  return rows
}

/**
 * Takes a turn of the schedule that nobody has taken.
 *
 * @returns the instant it was last taken for, epoch ms; undefined when another process took it
 */
export async function takeTurn(trx: Tx, turn: string, atMs: number): Promise<number | undefined> {
  const { rows } = await sql<{ beforeMs: number }>`
    select (extract(epoch from at) * 1000)::float8 as before_ms from mon_aqi_clock
    where turn = ${turn} and at < ${new Date(atMs)} for update skip locked`.execute(trx)
  const [held] = rows
  if (held === undefined) return undefined
  await sql`update mon_aqi_clock set at = ${new Date(atMs)} where turn = ${turn}`.execute(trx)
  return held.beforeMs
}
