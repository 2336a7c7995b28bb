import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/**
 * Jobs that are rows: any number of processes take them, one each. A table of them has `id`, `state` (waiting, running, done, failed,
 * cancelled), `progress` in per cent, `touched_at` and `create_time`.
 */
export type JobTable = 'mon_rule_simulation' | 'mon_ts_export' | 'mon_report_run'

/** A job in hand. Another `touchedAt` in the row says that somebody else took it, or that it was cancelled. */
export interface HeldJob {
  readonly id: string
  readonly touchedAt: Date
}

/** One that was not touched for so long belongs to nobody any more. */
export const LOST_AFTER_S = 30
export const UNDER_WAY = ['waiting', 'running'] as const
/** Told apart by milliseconds, as JavaScript reads them. */
export const touchedNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** The one that waits longest, or that a process left behind; however many ask, one gets it. */
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

/** Says that the process lives, and how far it is. Undefined: it was cancelled, or somebody else works on it. */
export async function touchJob(db: Db, table: JobTable, job: HeldJob, progress: number): Promise<Date | undefined> {
  const { rows } = await sql<{ touchedAt: Date }>`
    update ${sql.table(table)} set progress = ${progress}, touched_at = ${touchedNow} where ${isHeld(job)}
    returning touched_at`.execute(db)
  return rows[0]?.touchedAt
}

/** Back to those that wait. */
export async function releaseJob(db: Db, table: JobTable, job: HeldJob): Promise<void> {
  await sql`update ${sql.table(table)} set state = 'waiting', progress = 0 where ${isHeld(job)}`.execute(db)
}

const isHeld = ({ id, touchedAt }: HeldJob) => sql`id = ${id} and state = 'running' and touched_at = ${touchedAt}`
