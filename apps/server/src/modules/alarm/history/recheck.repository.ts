import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** An unread late mark. Instants are epoch ms. */
export interface FreshMark {
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Takes the late marks of one stream; concurrent processes take other streams. Skips marks of out-of-order data, which
 * was judged live. The stream is random: the lowest one always has marks and would starve the others.
 *
 * @returns undefined when no stream has any
 */
export async function takeMarks(trx: Tx): Promise<FreshMark[] | undefined> {
  const cursor = await sql<{ stream: number; seq: number }>`
    select cursor.stream, cursor.seq::float8 as seq from mon_alarm_recheck_cursor cursor
    where exists (select from mon_late_mark where device_id % 16 = cursor.stream and seq > cursor.seq)
    order by random() limit 1 for update skip locked`.execute(trx)
  const [held] = cursor.rows
  if (held === undefined) return undefined
  const { rows } = await sql<FreshMark & { cause: string; seq: number }>`
    select channel_no, cause, seq::float8 as seq, date_part('epoch', from_ts) * 1000 as from_ms, date_part('epoch', to_ts) * 1000 as to_ms
    from mon_late_mark where device_id % 16 = ${held.stream} and seq > ${held.seq}`.execute(trx)
  const seq = Math.max(held.seq, ...rows.map((row) => row.seq))
  await trx.updateTable('monAlarmRecheckCursor').set({ seq }).where('stream', '=', held.stream).execute()
  return rows.filter(({ cause }) => cause !== 'order')
}

/** Whether the limits have changed since the last call; false the first time. */
export async function takeLimitChange(trx: Tx): Promise<boolean> {
  const { rows } = await sql<{ before: string | null }>`
    with present as (
      select md5(concat(
        (select string_agg(l::text, '' order by id) from mon_limit l),
        (select string_agg(s::text, '' order by id) from mon_limit_set s))) as hash
    ), held as (select hash from mon_alarm_recheck_limits for update)
    insert into mon_alarm_recheck_limits (hash) select hash from present
    on conflict (id) do update set hash = excluded.hash where mon_alarm_recheck_limits.hash <> excluded.hash
    returning (select hash from held) as before`.execute(trx)
  return rows[0]?.before != null
}

export interface Unit {
  readonly ruleId: string
  readonly channelNo: number
  /** GMT+8, yyyy-MM-dd. */
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
}

/** Further data of the same day widens the unit and postpones it. */
export async function upsertUnits(trx: Tx, units: readonly Unit[], dueMs: number): Promise<void> {
  if (units.length === 0) return
  await sql`
    insert into mon_alarm_recheck as held (rule_id, channel_no, day, from_ts, to_ts, due_at)
    select rule_id, channel_no, day, min(from_ts), max(to_ts), ${new Date(dueMs)}
    from unnest(${units.map((unit) => unit.ruleId)}::text[], ${units.map((unit) => unit.channelNo)}::int[],
      ${units.map((unit) => unit.day)}::date[], ${units.map((unit) => new Date(unit.fromMs))}::timestamptz[],
      ${units.map((unit) => new Date(unit.toMs))}::timestamptz[]) as unit (rule_id, channel_no, day, from_ts, to_ts)
    group by rule_id, channel_no, day
    order by rule_id, channel_no, day
    on conflict (rule_id, channel_no, day) do update set from_ts = least(held.from_ts, excluded.from_ts),
      to_ts = greatest(held.to_ts, excluded.to_ts), due_at = excluded.due_at`.execute(trx)
}

/** Takes one due unit: its row is deleted on commit, and available again after a rollback. */
export async function takeUnit(trx: Tx, nowMs: number): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    delete from mon_alarm_recheck where (rule_id, channel_no, day) = (
      select rule_id, channel_no, day from mon_alarm_recheck where due_at <= ${new Date(nowMs)}
      order by due_at limit 1 for update skip locked)
    returning rule_id, channel_no, to_char(day, 'YYYY-MM-DD') as day,
      date_part('epoch', from_ts) * 1000 as from_ms, date_part('epoch', to_ts) * 1000 as to_ms`.execute(trx)
  return rows[0]
}

/** When a version of a rule came into force, epoch ms: it raises nothing earlier. */
export async function findRuleBegin(db: Db, ruleId: string, version: number): Promise<number> {
  const { rows } = await sql<{ sinceMs: number }>`
    select date_part('epoch', coalesce(
      (select create_time from mon_alarm_rule_version where rule_id = rule.id and version = ${version}),
      rule.create_time)) * 1000 as since_ms
    from mon_alarm_rule rule where id = ${ruleId}`.execute(db)
  return rows[0]?.sinceMs ?? Number.POSITIVE_INFINITY
}

/** Alarms of a key that overlap a span, locked. */
export const lockOverlapping = (trx: Tx, dedupeKey: string, fromMs: number, toMs: number) =>
  trx
    .selectFrom('monAlarm')
    .selectAll()
    .where('dedupeKey', '=', dedupeKey)
    .where('triggerTs', '<=', new Date(toMs))
    .where(sql<boolean>`coalesce(cleared_ts, closed_ts, 'infinity') >= ${new Date(fromMs)}`)
    .orderBy('triggerTs')
    .forUpdate()
    .execute()
export type OverlappingAlarm = Awaited<ReturnType<typeof lockOverlapping>>[number]

/**
 * Assigns unannounced retrospective alarms to one digest; none while a unit is due, also in another process.
 *
 * @returns the earliest of them
 */
export async function markUntold(trx: Tx, digestId: string, nowMs: number): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('mon_alarm_digest'))`.execute(trx)
  const { rows } = await sql<{ id: string; triggerTs: Date }>`
    update mon_alarm set digest_id = ${digestId} where historic and digest_id is null and not marked
      and not exists (select from mon_alarm_recheck where due_at <= ${new Date(nowMs)})
    returning id, trigger_ts`.execute(trx)
  return rows.toSorted((a, b) => a.triggerTs.getTime() - b.triggerTs.getTime() || (a.id < b.id ? -1 : 1))[0]?.id
}
