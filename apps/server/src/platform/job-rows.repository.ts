import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/**
 * Jobs stored as rows, claimed by any number of processes, one each. A job table has `id`, `state` (waiting, running,
 * done, failed, cancelled), `progress` in per cent, `touched_at` and `create_time`.
 */
export type JobTable = 'mon_rule_simulation' | 'mon_ts_export' | 'mon_report_run'

/** A claimed job. A different `touchedAt` in the row means that it was cancelled or claimed by another process. */
export interface HeldJob {
  readonly id: string
  readonly touchedAt: Date
}

/** A running job not touched for this long is up for claiming again, s. */
export const LOST_AFTER_S = 30
export const UNDER_WAY = ['waiting', 'running'] as const
/** Millisecond precision, as in JavaScript, so that values compare equal. */
export const touchedNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** Claims the oldest waiting or abandoned job; concurrent callers never get the same one. */
export async function claimJob(db: Db, table: JobTable): Promise<HeldJob | undefined> {
  const { rows } = await sql<HeldJob>`
    update ${sql.table(table)} set state = 'running', progress = 0, touched_at = ${touchedNow}
    where id = (
      select id from ${sql.table(table)}
      where state = 'waiting' or (state = 'running' and touched_at < now() - make_interval(secs => ${LOST_AFTER_S}))
      order by create_time, id limit 1 for update skip locked
    )
    returning id, touched_at`.execute(db)
  return rows[0]
}

/** Renews the claim and reports progress. Undefined when it was cancelled or claimed by another process. */
export async function touchJob(db: Db, table: JobTable, job: HeldJob, progress: number): Promise<Date | undefined> {
  const { rows } = await sql<{ touchedAt: Date }>`
    update ${sql.table(table)} set progress = ${progress}, touched_at = ${touchedNow} where ${isHeld(job)}
    returning touched_at`.execute(db)
  return rows[0]?.touchedAt
}

/** Returns the job to the waiting ones. */
export async function releaseJob(db: Db, table: JobTable, job: HeldJob): Promise<void> {
  await sql`update ${sql.table(table)} set state = 'waiting', progress = 0 where ${isHeld(job)}`.execute(db)
}

const isHeld = ({ id, touchedAt }: HeldJob) => sql`id = ${id} and state = 'running' and touched_at = ${touchedAt}`
