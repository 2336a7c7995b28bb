import type { Baseline } from '@natim/domain/alarm/baseline'
import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Period a baseline is computed from (domain §7.6). */
const SPAN_MS = 28 * DAY_MS
const MIN_DAYS = 3
const MIN_WEEKS = 2
const MAD_TO_SIGMA = 1.4826

/** Baselines of all channels that have one, by channel number. */
export async function findBaselines(db: Db): Promise<ReadonlyMap<number, Baseline>> {
  const rows = await db.selectFrom('monBaseline').selectAll().where(sql<boolean>`cardinality(medians) > 0`).execute()
  return new Map(
    rows.map(({ channelNo, reckonedAt, medians, sigmas }) => [
      channelNo,
      { atMs: reckonedAt?.getTime() ?? 0, medians, sigmas },
    ]),
  )
}

export interface BaselineChannel {
  readonly channelNo: number
  readonly deviceNo: number
}

/** Records the channels that need a baseline, and deletes the others. */
export async function noteWanted(trx: Tx, wanted: readonly BaselineChannel[]): Promise<void> {
  const channelNos = wanted.map(({ channelNo }) => channelNo)
  await sql`delete from mon_baseline where channel_no <> all(${channelNos}::int[])`.execute(trx)
  await sql`
    insert into mon_baseline (channel_no, device_no)
    select * from unnest(${channelNos}::int[], ${wanted.map(({ deviceNo }) => deviceNo)}::int[])
    on conflict (channel_no) do nothing`.execute(trx)
}

/** A channel whose baseline was not computed since an instant, locked; concurrent workers get others. */
export const takeStale = (trx: Tx, since: Date): Promise<BaselineChannel | undefined> =>
  trx
    .selectFrom('monBaseline')
    .select(['channelNo', 'deviceNo'])
    .where((eb) => eb.or([eb('reckonedAt', 'is', null), eb('reckonedAt', '<', since)]))
    .orderBy('channelNo')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Periods in which a channel was abnormal: its alarms, except false ones. */
export async function findIncidents(
  db: Db,
  channelNo: number,
  nowMs: number,
): Promise<{ readonly from: Date; readonly to: Date }[]> {
  const rows = await db
    .selectFrom('monAlarm')
    .select(['triggerTs', 'clearedTs', 'closedTs'])
    .where('channelNo', '=', channelNo)
    .where('triggerTs', '>', new Date(nowMs - 2 * SPAN_MS))
    .where('drill', '=', false)
    .where((eb) => eb.or([eb('closeCode', 'is', null), eb('closeCode', 'not in', ['false', 'test'])]))
    .execute()
  return rows.map(({ triggerTs, clearedTs, closedTs }) => ({
    from: triggerTs,
    to: clearedTs ?? closedTs ?? new Date(nowMs),
  }))
}

/**
 * Median and σ of each hour of the week, from minutes; undefined with too few days. @param step lower bound of σ, a
 * display step
 */
export async function reckonBaseline(
  db: Db,
  { channelNo, deviceNo }: BaselineChannel,
  incidents: readonly { readonly from: Date; readonly to: Date }[],
  { nowMs, step }: { readonly nowMs: number; readonly step: number },
): Promise<Pick<Baseline, 'medians' | 'sigmas'> | undefined> {
  const { rows } = await sql<{ median: number; sigma: number; days: number }>`
    with minute as materialized (
      select v_avg as v, mod(floor(extract(epoch from t - interval '1 second' + interval '8 hours 3 days') / 3600)::int, 168) as cell,
        floor(extract(epoch from t - interval '1 second' + interval '8 hours 3 days') / 604800) as week,
        floor(extract(epoch from t - interval '1 second' + interval '8 hours') / 86400) as day
      from mon_r1m
      where device_id = ${deviceNo}::int and channel_no = ${channelNo}::int and v_avg is not null
        and t > ${new Date(nowMs - SPAN_MS)} and t <= ${new Date(nowMs)}
        and not exists (
          select from unnest(${incidents.map(({ from }) => from)}::timestamptz[], ${incidents.map(({ to }) => to)}::timestamptz[])
            as incident (from_ts, to_ts)
          where t > from_ts and t - interval '1 minute' <= to_ts)
    ), whole as (
      select percentile_cont(0.5) within group (order by v) as median, count(distinct day)::int as days from minute
    ), spread as (
      select percentile_cont(0.5) within group (order by abs(v - whole.median)) as mad from minute, whole
    ), own as (
      select cell, percentile_cont(0.5) within group (order by v) as median from minute
      group by cell having count(distinct week) >= ${MIN_WEEKS}
    ), own_spread as (
      select cell, percentile_cont(0.5) within group (order by abs(v - own.median)) as mad
      from minute join own using (cell) group by cell
    )
    select coalesce(own.median, whole.median) as median, whole.days,
      greatest(coalesce(own_spread.mad, spread.mad) * ${MAD_TO_SIGMA}::float8, ${step}::float8) as sigma
    from generate_series(0, 167) as cell
    cross join whole cross join spread
    left join own using (cell) left join own_spread using (cell)
    order by cell`.execute(db)
  if ((rows[0]?.days ?? 0) < MIN_DAYS) return undefined
  return { medians: rows.map(({ median }) => median), sigmas: rows.map(({ sigma }) => sigma) }
}

export async function updateBaseline(
  trx: Tx,
  channelNo: number,
  baseline: Pick<Baseline, 'medians' | 'sigmas'> | undefined,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('monBaseline')
    .set({ reckonedAt: at, medians: [...(baseline?.medians ?? [])], sigmas: [...(baseline?.sigmas ?? [])] })
    .where('channelNo', '=', channelNo)
    .execute()
}
