import type { JobRun } from '@natim/contract/system/job'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export const RUN_STATUS = { running: 0, done: 1, failed: 2 } as const

export interface NewRun {
  readonly id: string
  readonly jobId: string
  readonly jobClassName: string
  readonly cause: JobRun['cause']
  readonly requestedBy: string | null
  readonly startTime: Date
}

export async function insertRun(trx: Tx, run: NewRun): Promise<void> {
  await trx.insertInto('sysJobRun').values(run).execute()
}

export async function endRun(
  trx: Tx,
  id: string,
  end: { readonly status: 1 | 2; readonly message: string; readonly endTime: Date },
): Promise<void> {
  await trx.updateTable('sysJobRun').set(end).where('id', '=', id).execute()
}

/** Runs of a job, newest first. */
export async function findRuns(db: Db, jobId: string, { offset, limit }: { offset: number; limit: number }) {
  const runs = db.selectFrom('sysJobRun').where('jobId', '=', jobId)
  const [rows, count] = await Promise.all([
    runs.selectAll().orderBy('startTime', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    runs.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

/** Deletes ended runs that began before an instant. @returns how many were deleted */
export async function deleteRunsBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sysJobRun')
    .where('startTime', '<', before)
    .where('status', '!=', RUN_STATUS.running)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
