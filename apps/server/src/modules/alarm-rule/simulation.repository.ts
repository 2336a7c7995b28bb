import { VALID_HOUR_S } from '@natim/domain/coverage'
import { sql } from 'kysely'
import type { SimulationBody, SimulationResult } from '../../db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import {
  claimJob,
  type HeldJob,
  releaseJob,
  touchedNow,
  touchJob,
  UNDER_WAY,
} from '../../platform/job-rows.repository.ts'
import { inSpan } from '../sample/index.ts'

export interface SimulationJob extends HeldJob {
  readonly body: SimulationBody
  readonly fromMs: number
  readonly toMs: number
}

const TABLE = 'mon_rule_simulation'

/** Serialises starts by one user until the transaction ends. */
export async function lockStarts(trx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030013, hashtext(${userId}))`.execute(trx)
}

export async function hasSimulationUnderWay(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('monRuleSimulation')
    .select('id')
    .where('userId', '=', userId)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSimulation(
  trx: Tx,
  job: {
    readonly id: string
    readonly userId: string
    readonly body: SimulationBody
    readonly fromTs: Date
    readonly toTs: Date
  },
): Promise<void> {
  await trx
    .insertInto('monRuleSimulation')
    .values({ ...job, body: JSON.stringify(job.body) })
    .execute()
}

/** Deletes old simulations. */
export async function deleteOldSimulations(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('monRuleSimulation')
    .where('createTime', '<', before)
    .where('state', 'not in', UNDER_WAY)
    .execute()
}

export const findSimulation = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('monRuleSimulation')
    .select(['id', 'state', 'progress', 'error', 'fromTs', 'toTs', 'result'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** False when it was finished already. */
export async function cancelSimulation(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('monRuleSimulation')
    .set({ state: 'cancelled', touchedAt: touchedNow })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function claimSimulation(db: Db): Promise<SimulationJob | undefined> {
  const held = await claimJob(db, TABLE)
  if (held === undefined) return undefined
  const { body, fromTs, toTs } = await db
    .selectFrom('monRuleSimulation')
    .select(['body', 'fromTs', 'toTs'])
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow()
  return { ...held, body, fromMs: fromTs.getTime(), toMs: toTs.getTime() }
}

export const touchSimulation = (db: Db, job: HeldJob, progress: number) => touchJob(db, TABLE, job, progress)
export const releaseSimulation = (db: Db, job: HeldJob) => releaseJob(db, TABLE, job)

const ours = (db: Db, { id, touchedAt }: HeldJob) =>
  db
    .updateTable('monRuleSimulation')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('touchedAt', '=', touchedAt)

export async function endSimulation(
  db: Db,
  job: HeldJob,
  end: { readonly result: SimulationResult } | { readonly error: string },
): Promise<void> {
  await ours(db, job)
    .set(
      'result' in end
        ? { state: 'done', progress: 100, result: JSON.stringify(end.result) }
        : { state: 'failed', error: end.error },
    )
    .execute()
}

interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
}

/** In the order the engine judged them, or in time order, as if all had arrived in time. */
export type SampleOrder = 'arrival' | 'time'

/** Samples in columns, epoch ms. */
export interface SampleColumns {
  readonly tsMs: readonly number[]
  readonly v: readonly number[]
  readonly q: readonly number[]
}

const NO_SAMPLES: SampleColumns = { tsMs: [], v: [], q: [] }

/** Samples of a channel with after < ts <= until. */
export async function findChannelSamples(
  db: Db,
  { deviceNo, channelNo }: ChannelKey,
  afterMs: number,
  untilMs: number,
  order: SampleOrder,
): Promise<SampleColumns> {
  const byArrival = order === 'arrival' ? sql`rx, ` : sql``
  const { rows } = await sql<SampleColumns>`
    select json_agg(t) as ts_ms, json_agg(v) as v, json_agg(q) as q
    from (
      select (extract(epoch from ts) * 1000)::float8 as t, v, q from mon_samples as sample
      where device_id = ${deviceNo}::int and channel_no = ${channelNo}::int and ${inSpan(afterMs, untilMs)}
      order by ${byArrival}ts
    ) as row
    having count(*) > 0`.execute(db)
  return rows[0] ?? NO_SAMPLES
}

/** Clock hours of a channel with after < end <= until, ascending. */
export async function findChannelHours(
  db: Db,
  { deviceNo, channelNo }: ChannelKey,
  afterMs: number,
  untilMs: number,
): Promise<{ endMs: number; mean: number | null; isValid: boolean }[]> {
  const { rows } = await sql<{ endMs: number; mean: number | null; isValid: boolean }>`
    select (extract(epoch from t) * 1000)::float8 as end_ms, v_avg as mean, coalesce(cover_s >= ${VALID_HOUR_S}, false) as is_valid
    from mon_r1h
    where device_id = ${deviceNo}::int and channel_no = ${channelNo}::int
      and t > ${new Date(afterMs)} and t <= ${new Date(untilMs)}
    order by t`.execute(db)
  return rows
}

/** A real alarm of the rule and its outcome. */
export interface RealAlarm {
  readonly id: string
  readonly no: string
  /** Null for a cluster. */
  readonly channelNo: number | null
  readonly triggerMs: number
  /** Null while it is active. */
  readonly endMs: number | null
  readonly acked: boolean
  readonly closeCode: string | null
}

/** Alarms of a rule that overlap the span, by channel and time. */
export async function findRealAlarms(db: Db, ruleId: string, fromMs: number, toMs: number): Promise<RealAlarm[]> {
  const { rows } = await sql<RealAlarm>`
    select id, no, channel_no, acked, close_code,
      (extract(epoch from trigger_ts) * 1000)::float8 as trigger_ms,
      (extract(epoch from coalesce(cleared_ts, closed_ts)) * 1000)::float8 as end_ms
    from mon_alarm
    where rule_id = ${ruleId} and (channel_no is not null or is_cluster) and not drill
      and trigger_ts <= ${new Date(toMs)} and coalesce(cleared_ts, closed_ts, 'infinity') >= ${new Date(fromMs)}
    order by channel_no, trigger_ts`.execute(db)
  return rows
}
