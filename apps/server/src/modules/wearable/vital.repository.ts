import type { Acvpu } from '@natim/domain/news2'
import { QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { epochMs } from '../../platform/db/epoch-ms.ts'
import { inSpan } from '../sample/index.ts'
import { SCORE_EVENT } from '../subject/index.ts'

/** Metrics of a wearable that a window uses. Skin temperature is stored too, but never scored. */
export const VITAL_METRICS = { hr: 'hr', spo2: 'spo2', rr: 'rr', temp: 'temp_core', skin: 'temp_skin' } as const
export type Vital = keyof typeof VITAL_METRICS
const METRIC_CODES = Object.values(VITAL_METRICS)

/** A wearer in a window, with medians of the valid samples of (endMs − 5 min, endMs]. */
export interface MeasuredWindow {
  readonly bindingId: string
  readonly subjectId: string
  readonly deviceNo: number
  readonly endMs: number
  readonly ageBand: string | null
  readonly pregnant: boolean
  readonly hr: number | null
  readonly spo2: number | null
  readonly rr: number | null
  readonly temp: number | null
  readonly skin: number | null
  readonly hrN: number
}

/** Initializes the progress: start of the windows to compute, and end of those before the first start. */
export const openTurn = (trx: Tx, firstMs: number, openedToMs: number) =>
  sql`insert into mon_vital_turn (id, done_to, opened_to) values (1, ${new Date(firstMs)}, ${new Date(openedToMs)})
    on conflict do nothing`.execute(trx)

export interface Turn {
  readonly doneMs: number
  readonly reckonedAtMs: number | null
  /** Windows ending no later lie before the first start; 0 = unknown. */
  readonly openedToMs: number
}

/** Locks the progress of window computation; undefined while another process holds it. */
export async function takeTurn(trx: Tx): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select ${epochMs(sql`done_to`)} as done_ms, ${epochMs(sql`reckoned_at`)} as reckoned_at_ms,
      coalesce(${epochMs(sql`opened_to`)}, 0) as opened_to_ms
    from mon_vital_turn where id = 1 for update skip locked`.execute(trx)
  return rows[0]
}

/** @param atMs null after a pause */
export const setDone = (trx: Tx, toMs: number, atMs: number | null) =>
  sql`update mon_vital_turn set done_to = greatest(done_to, ${new Date(toMs)}),
    reckoned_at = ${atMs === null ? null : new Date(atMs)} where id = 1`.execute(trx)

/** Windows that end in (fromMs, toMs]. */
export interface WindowSpan {
  readonly fromMs: number
  readonly toMs: number
  /** Only this person; absent = all. */
  readonly subjectId?: string
  /** Only samples of these devices; absent = all. */
  readonly deviceNos?: readonly number[]
  /** Of windows ending no later, only those with samples received after their end and those without a row. */
  readonly reckonedToMs?: number
}

/**
 * All windows of a span for all wearers at the window's end, including those without measurements, which are scored as
 * unknown. Samples outside of a binding are ignored.
 */
export async function findMeasured(
  db: Db,
  { fromMs, toMs, subjectId, deviceNos, reckonedToMs }: WindowSpan,
): Promise<MeasuredWindow[]> {
  // Wearers bound during the computation have no window yet.
  const onlyFresh =
    reckonedToMs === undefined
      ? sql`true`
      : sql`(e.t > ${new Date(reckonedToMs)} or v.rx > e.t
          or not exists (select from mon_vital_window as w where w.subject_id = b.subject_id and w.ts = e.t))`
  // Old samples may be packed.
  const samples =
    deviceNos === undefined ? sql`mon_sample` : sql`(select * from mon_samples where ${inSpan(fromMs, toMs)})`
  const onlySubject = subjectId === undefined ? sql`true` : sql`b.subject_id = ${subjectId}`
  const onlyDevices = deviceNos === undefined ? sql`true` : sql`d.device_no = any(${[...deviceNos]}::int[])`
  const { rows } = await sql<MeasuredWindow>`
    with ends as (
      select to_timestamp(t / 1000.0) as t from generate_series(
        ${fromMs + VITAL_WINDOW_MS}::float8::bigint, ${toMs}::float8::bigint, ${VITAL_WINDOW_MS}::bigint) as t
    ), bindings as materialized (
      -- By number: texts are slow to sort, and there are a dozen groups a binding.
      select row_number() over () as n, b.id, b.subject_id, b.device_id, b.bound_from,
        coalesce(b.bound_to, 'infinity') as bound_to, d.device_no, s.age_band, coalesce(s.pregnant, false) as pregnant
      from mon_wearable_binding as b
      join mon_device as d on d.id = b.device_id
      join mon_subject as s on s.id = b.subject_id
      where b.bound_from < ${new Date(toMs)} and coalesce(b.bound_to, 'infinity') > ${new Date(fromMs)}
        and ${onlySubject} and ${onlyDevices}
    ), medians as (
      select b.n, array_position(${METRIC_CODES}::text[], c.metric_code::text) as metric,
        date_bin('5 minutes', p.ts - interval '1 microsecond', '1970-01-01Z') + interval '5 minutes' as t,
        percentile_cont(0.5) within group (order by p.v) as v, count(*)::int as samples, max(p.rx) as rx
      from bindings as b
      join mon_channel as c on c.device_id = b.device_id and c.del_flag = 0 and c.metric_code = any(${METRIC_CODES}::text[])
      join ${samples} as p on p.device_id = b.device_no and p.channel_no = c.channel_no
        and p.ts > greatest(${new Date(fromMs)}, b.bound_from) and p.ts <= least(${new Date(toMs)}, b.bound_to)
        and ((p.q & ${STATISTICS_BLOCKERS}) = 0 or (p.q & ${QUALITY.manuallyValid}) <> 0)
      group by 1, 2, 3
    ), vitals as (
      -- In the order of VITAL_METRICS.
      select n, t,
        max(v) filter (where metric = 1) as hr,
        max(v) filter (where metric = 2) as spo2,
        max(v) filter (where metric = 3) as rr,
        max(v) filter (where metric = 4) as temp,
        max(v) filter (where metric = 5) as skin,
        max(samples) filter (where metric = 1) as hr_n, max(rx) as rx
      from medians group by n, t
    )
    select b.id as binding_id, b.subject_id, b.device_no, ${epochMs(sql`e.t`)} as end_ms, b.age_band, b.pregnant,
      v.hr, v.spo2, v.rr, v.temp, v.skin, coalesce(v.hr_n, 0) as hr_n
    from bindings as b join ends as e on b.bound_from < e.t and b.bound_to >= e.t
    left join vitals as v on v.n = b.n and v.t = e.t
    where ${onlyFresh}
    order by e.t`.execute(db)
  return rows
}

/** Instants fromMs..toMs (closed) with changed samples of wearables, for which windows may exist already. */
export interface LateSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly deviceNos: readonly number[]
}

/** All marks of a commit are read, so there may be more. */
const MARKS_A_LOOK = 500

/**
 * Takes the late marks of one stream, oldest first, and advances its cursor. Samples merely out of order arrived before
 * their window was computed. Any stream is chosen: taking the lowest would starve the highest.
 *
 * @returns undefined when no stream has any
 */
export async function takeLateSpans(trx: Tx): Promise<LateSpan[] | undefined> {
  const cursor = await sql<{ stream: number; seq: number; upTo: number }>`
    select cursor.stream, cursor.seq::float8 as seq, (
      select max(seq)::float8 from (
        select seq from mon_late_mark where device_id % 16 = cursor.stream and seq > cursor.seq
        order by seq fetch first ${sql.lit(MARKS_A_LOOK)} rows with ties) as fresh) as up_to
    from mon_vital_late_cursor as cursor
    where exists (select from mon_late_mark where device_id % 16 = cursor.stream and seq > cursor.seq)
    order by random() limit 1 for update of cursor`.execute(trx)
  const [held] = cursor.rows
  if (held === undefined) return undefined
  const { rows } = await sql<LateSpan>`
    select ${epochMs(sql`min(mark.from_ts)`)} as from_ms, ${epochMs(sql`max(mark.to_ts)`)} as to_ms,
      array_agg(distinct mark.device_id) as device_nos
    from mon_late_mark as mark
    join mon_channel as channel on channel.channel_no = mark.channel_no and channel.metric_code = any(${METRIC_CODES}::text[])
    where mark.device_id % 16 = ${held.stream} and mark.seq > ${held.seq} and mark.seq <= ${held.upTo} and mark.cause <> 'order'
      and exists (
        select from mon_device as d join mon_wearable_binding as b on b.device_id = d.id
        where d.device_no = mark.device_id and b.bound_from < mark.to_ts and coalesce(b.bound_to, 'infinity') >= mark.from_ts)
    group by mark.bucket order by mark.bucket`.execute(trx)
  await sql`update mon_vital_late_cursor set seq = ${held.upTo} where stream = ${held.stream}`.execute(trx)
  return rows
}

/**
 * Devices with clocks so slow that their samples arrive long after their time without being late (domain §6.3 step 6).
 */
export async function findSlowDevices(db: Db, beyondMs: number): Promise<number[]> {
  const { rows } = await sql<{ deviceNo: number }>`
    select d.device_no from mon_device as d join mon_device_state as s on s.device_id = d.device_no
    where d.kind = 'wearable' and s.skew_ms > ${beyondMs}`.execute(db)
  return rows.map(({ deviceNo }) => deviceNo)
}

export interface EntryRecord {
  readonly id: string
  readonly subjectId: string
  readonly tsMs: number
  readonly sbp: number
  readonly dbp: number
  readonly onOxygen: boolean
  readonly consciousness: Acvpu
  readonly spo2Scale: 1 | 2
  readonly madeName: string
}

/** Newest first. */
export async function findEntries(
  db: Db,
  {
    subjectIds,
    fromMs,
    toMs,
  }: { readonly subjectIds: readonly string[]; readonly fromMs: number; readonly toMs: number },
): Promise<EntryRecord[]> {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<EntryRecord>`
    select id, subject_id, ${epochMs(sql`ts`)} as ts_ms, sbp, dbp, on_oxygen, consciousness, spo2_scale, made_name
    from mon_vital_entry
    where subject_id = any(${[...subjectIds]}::text[]) and ts > ${new Date(fromMs)} and ts <= ${new Date(toMs)}
    order by ts desc, made_at desc`.execute(db)
  return rows
}

export interface WindowRow
  extends Pick<MeasuredWindow, 'subjectId' | 'bindingId' | 'endMs' | 'hr' | 'spo2' | 'rr' | 'temp' | 'skin' | 'hrN'> {
  readonly sbp: number | null
  readonly onOxygen: boolean | null
  readonly consciousness: Acvpu | null
  readonly spo2Scale: 1 | 2
  readonly points: readonly (number | null)[]
  readonly total: number
  readonly severity: number | null
  readonly excluded: boolean
  /** Severity that later windows are compared with; undefined = unchanged. */
  readonly judgedAs: number | null | undefined
}

const ROWS_A_STATEMENT = 2_000

/** Inserts or replaces windows; recomputed windows are mostly unchanged and then not written. */
export async function upsertWindows(trx: Tx, rows: readonly WindowRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
    const batch = rows
      .slice(i, i + ROWS_A_STATEMENT)
      .map(({ endMs, ...row }) => ({ ...row, ts: new Date(endMs), isJudged: row.judgedAs !== undefined }))
    await sql`
      insert into mon_vital_window as held (subject_id, ts, binding_id, hr, spo2, rr, temp, skin, hr_n, sbp, on_oxygen, consciousness,
        spo2_scale, points, total, severity, excluded, judged)
      select r."subjectId", r.ts, r."bindingId", r.hr, r.spo2, r.rr, r.temp, r.skin, r."hrN", r.sbp, r."onOxygen", r.consciousness,
        r."spo2Scale", r.points, r.total, r.severity, r.excluded, case when r."isJudged" then r."judgedAs" else before.judged end
      from json_to_recordset(${JSON.stringify(batch)}::json) as r("subjectId" text, ts timestamptz, "bindingId" text, hr float8,
        spo2 float8, rr float8, temp float8, skin float8, "hrN" smallint, sbp float8, "onOxygen" boolean, consciousness char(1),
        "spo2Scale" smallint, points smallint[], total smallint, severity smallint, excluded boolean, "isJudged" boolean, "judgedAs" smallint)
      left join mon_vital_window as before on before.subject_id = r."subjectId" and before.ts = r.ts
      on conflict (subject_id, ts) do update set binding_id = excluded.binding_id, hr = excluded.hr, spo2 = excluded.spo2,
        rr = excluded.rr, temp = excluded.temp, skin = excluded.skin, hr_n = excluded.hr_n, sbp = excluded.sbp,
        on_oxygen = excluded.on_oxygen, consciousness = excluded.consciousness, spo2_scale = excluded.spo2_scale,
        points = excluded.points, total = excluded.total, severity = excluded.severity, excluded = excluded.excluded,
        judged = excluded.judged
      where held.* is distinct from excluded.*`.execute(trx)
  }
}

/** Deletes windows of a binding after its end, when another person may have worn the device. */
export const deleteWindowsAfter = (trx: Tx, subjectId: string, bindingId: string, boundTo: Date) =>
  trx
    .deleteFrom('monVitalWindow')
    .where('subjectId', '=', subjectId)
    .where('bindingId', '=', bindingId)
    .where('ts', '>', boundTo)
    .execute()

export interface JudgedWindow {
  readonly subjectId: string
  readonly endMs: number
  /** Null = not reported. */
  readonly judged: number | null
}

/** Judgements of some persons' windows that end in (fromMs, toMs]. */
export async function findJudged(
  db: Db,
  subjectIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<JudgedWindow[]> {
  const { rows } = await sql<JudgedWindow>`
    select subject_id, ${epochMs(sql`ts`)} as end_ms, judged from mon_vital_window
    where subject_id = any(${[...subjectIds]}::text[]) and ts > ${new Date(fromMs)} and ts <= ${new Date(toMs)}`.execute(
    db,
  )
  return rows
}

export interface ScoreEvent {
  readonly deviceNo: number
  readonly tsMs: number
  readonly key: Buffer
  readonly level: number
  readonly data: object
}

/** Stored as device events, which rules of type `event` evaluate; each key is stored once. */
export async function insertScoreEvents(trx: Tx, events: readonly ScoreEvent[], rxMs: number): Promise<void> {
  for (const { deviceNo, tsMs, key, level, data } of events)
    await sql`
      insert into mon_device_event (device_id, ts, key, kind, type, level, data, rx)
      values (${deviceNo}, ${new Date(tsMs)}, ${key}, 'event', ${SCORE_EVENT}, ${level}, ${JSON.stringify(data)}::jsonb, ${new Date(rxMs)})
      on conflict do nothing`.execute(trx)
}
