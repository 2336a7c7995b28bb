import type { Acvpu } from '@natim/domain/news2'
import { SCORE_EVENT } from '../subject/index.ts'
import { STATISTICS_BLOCKERS, QUALITY } from '@natim/domain/quality'
import { VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** What a window takes of a wearable, by metric. Skin temperature is kept beside and never scored. */
export const VITAL_METRICS = { hr: 'hr', spo2: 'spo2', rr: 'rr', temp: 'temp_core', skin: 'temp_skin' } as const
export type Vital = keyof typeof VITAL_METRICS
const METRIC_CODES = Object.values(VITAL_METRICS)

const epochMs = (expression: RawBuilder<unknown>) => sql`round(date_part('epoch', ${expression}) * 1000)`

/** Who wore what during a window, and medians of the valid samples of (endMs − 5 min, endMs]. */
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

/** Locks how far windows are reckoned; undefined while somebody else reckons. */
export async function takeTurn(trx: Tx, firstMs: number): Promise<number | undefined> {
  await sql`insert into mon_vital_turn values (1, ${new Date(firstMs)}) on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ doneMs: number }>`
    select ${epochMs(sql`done_to`)} as done_ms from mon_vital_turn where id = 1 for update skip locked`.execute(trx)
  return rows[0]?.doneMs
}

export const setDone = (trx: Tx, toMs: number) =>
  sql`update mon_vital_turn set done_to = greatest(done_to, ${new Date(toMs)}) where id = 1`.execute(trx)

/**
 * Every window that ends in (fromMs, toMs] of everybody who wore something at its end, also those in which nothing was
 * measured: that nothing is known is an answer. Samples outside of the binding belong to nobody.
 *
 * @param subjectId of one person; absent = of all
 */
export async function findMeasured(
  db: Db,
  fromMs: number,
  toMs: number,
  subjectId: string | null = null,
): Promise<MeasuredWindow[]> {
  const { rows } = await sql<MeasuredWindow>`
    with ends as (
      select to_timestamp(t / 1000.0) as t from generate_series(
        ${fromMs + VITAL_WINDOW_MS}::float8::bigint, ${toMs}::float8::bigint, ${VITAL_WINDOW_MS}::bigint) as t
    ), worn as (
      select b.id, b.subject_id, b.device_id, b.bound_from, coalesce(b.bound_to, 'infinity') as bound_to, d.device_no,
        s.age_band, coalesce(s.pregnant, false) as pregnant, e.t
      from mon_wearable_binding as b
      join mon_device as d on d.id = b.device_id
      join mon_subject as s on s.id = b.subject_id
      join ends as e on b.bound_from < e.t and coalesce(b.bound_to, 'infinity') >= e.t
      where ${subjectId}::text is null or b.subject_id = ${subjectId}
    ), medians as (
      select b.id, c.metric_code, e.t, percentile_cont(0.5) within group (order by p.v) as v, count(*)::int as n
      from (select distinct id, device_id, device_no, bound_from, bound_to from worn) as b
      join mon_channel as c on c.device_id = b.device_id and c.del_flag = 0 and c.metric_code = any(${METRIC_CODES}::text[])
      join mon_sample as p on p.device_id = b.device_no and p.channel_no = c.channel_no
        and p.ts > greatest(${new Date(fromMs)}, b.bound_from) and p.ts <= least(${new Date(toMs)}, b.bound_to)
        and ((p.q & ${STATISTICS_BLOCKERS}) = 0 or (p.q & ${QUALITY.manuallyValid}) <> 0)
      join ends as e on p.ts > e.t - interval '5 minutes' and p.ts <= e.t
      group by 1, 2, 3
    )
    select w.id as binding_id, w.subject_id, w.device_no, ${epochMs(sql`w.t`)} as end_ms, w.age_band, w.pregnant,
      max(m.v) filter (where m.metric_code = ${VITAL_METRICS.hr}) as hr,
      max(m.v) filter (where m.metric_code = ${VITAL_METRICS.spo2}) as spo2,
      max(m.v) filter (where m.metric_code = ${VITAL_METRICS.rr}) as rr,
      max(m.v) filter (where m.metric_code = ${VITAL_METRICS.temp}) as temp,
      max(m.v) filter (where m.metric_code = ${VITAL_METRICS.skin}) as skin,
      coalesce(max(m.n) filter (where m.metric_code = ${VITAL_METRICS.hr}), 0)::int as hr_n
    from worn as w left join medians as m on m.id = w.id and m.t = w.t
    group by w.id, w.subject_id, w.device_no, w.t, w.age_band, w.pregnant
    order by w.t`.execute(db)
  return rows
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
}

const ROWS_A_STATEMENT = 2_000

/** A window that is reckoned again, because samples came late or a nurse measured, is replaced. */
export async function upsertWindows(trx: Tx, rows: readonly WindowRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
    const batch = rows.slice(i, i + ROWS_A_STATEMENT).map(({ endMs, ...row }) => ({ ...row, ts: new Date(endMs) }))
    await sql`
      insert into mon_vital_window (subject_id, ts, binding_id, hr, spo2, rr, temp, skin, hr_n, sbp, on_oxygen, consciousness,
        spo2_scale, points, total, severity, excluded)
      select "subjectId", ts, "bindingId", hr, spo2, rr, temp, skin, "hrN", sbp, "onOxygen", consciousness, "spo2Scale",
        points, total, severity, excluded
      from json_to_recordset(${JSON.stringify(batch)}::json) as r("subjectId" text, ts timestamptz, "bindingId" text, hr float8,
        spo2 float8, rr float8, temp float8, skin float8, "hrN" smallint, sbp float8, "onOxygen" boolean, consciousness char(1),
        "spo2Scale" smallint, points smallint[], total smallint, severity smallint, excluded boolean)
      on conflict (subject_id, ts) do update set binding_id = excluded.binding_id, hr = excluded.hr, spo2 = excluded.spo2,
        rr = excluded.rr, temp = excluded.temp, skin = excluded.skin, hr_n = excluded.hr_n, sbp = excluded.sbp,
        on_oxygen = excluded.on_oxygen, consciousness = excluded.consciousness, spo2_scale = excluded.spo2_scale,
        points = excluded.points, total = excluded.total, severity = excluded.severity, excluded = excluded.excluded`.execute(
      trx,
    )
  }
}

/** Severity of the newest window of each person before an instant; those without one, or with none raised, are absent. */
export async function findSeverities(
  db: Db,
  subjectIds: readonly string[],
  beforeMs: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ subjectId: string; severity: number }>`
    select p.id as subject_id, w.severity from unnest(${[...subjectIds]}::text[]) as p(id)
    join lateral (select severity from mon_vital_window where subject_id = p.id and ts < ${new Date(beforeMs)}
      and ts >= ${new Date(beforeMs - 2 * VITAL_WINDOW_MS)} order by ts desc limit 1) as w on w.severity is not null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.subjectId, row.severity]))
}

export interface ScoreEvent {
  readonly deviceNo: number
  readonly tsMs: number
  readonly key: Buffer
  readonly level: number
  readonly data: object
}

/** Told like the event of a device, which rules of the type `event` wait for; one key is told once. */
export async function insertScoreEvents(trx: Tx, events: readonly ScoreEvent[], rxMs: number): Promise<void> {
  for (const { deviceNo, tsMs, key, level, data } of events)
    await sql`
      insert into mon_device_event (device_id, ts, key, kind, type, level, data, rx)
      values (${deviceNo}, ${new Date(tsMs)}, ${key}, 'event', ${SCORE_EVENT}, ${level}, ${JSON.stringify(data)}::jsonb, ${new Date(rxMs)})
      on conflict do nothing`.execute(trx)
}
