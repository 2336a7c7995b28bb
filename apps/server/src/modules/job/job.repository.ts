import { JOB_RUNNING } from '@natim/contract/system/job'
import { type Selectable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'

export type StoredJob = Selectable<Database['sysQuartzJob']>

/** Requests a run at once; a second request before it begins is a no-op. */
export async function requestRun(trx: Tx, id: string, username: string): Promise<void> {
  await trx.updateTable('sysQuartzJob').set({ requestedBy: username }).where('id', '=', id).execute()
}

/** Enabled jobs without a planned run. Rows locked by another process are skipped. */
export const lockUnplanned = (trx: Tx): Promise<StoredJob[]> =>
  trx
    .selectFrom('sysQuartzJob')
    .selectAll()
    .where('status', '=', JOB_RUNNING)
    .where('nextRunAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()

/** Locks one job that is due or requested and not running; rows locked by another process are skipped. */
export const lockDue = (trx: Tx, now: Date): Promise<StoredJob | undefined> =>
  trx
    .selectFrom('sysQuartzJob')
    .selectAll()
    .where('runId', 'is', null)
    .where((eb) =>
      eb.or([eb('requestedBy', 'is not', null), eb.and([eb('status', '=', JOB_RUNNING), eb('nextRunAt', '<=', now)])]),
    )
    .orderBy('nextRunAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Jobs whose process died during a run. @param own runs of this process, which is alive regardless of its leases */
export const lockAbandoned = (trx: Tx, now: Date, own: readonly string[]): Promise<StoredJob[]> =>
  trx
    .selectFrom('sysQuartzJob')
    .selectAll()
    .where('runId', 'is not', null)
    .where('leaseUntil', '<', now)
    .$if(own.length > 0, (query) => query.where('runId', 'not in', [...own]))
    .forUpdate()
    .skipLocked()
    .execute()

/** The job of a run that is ending; undefined when it was deleted or the run was given up as dead. */
export const lockRunning = (trx: Tx, runId: string): Promise<StoredJob | undefined> =>
  trx.selectFrom('sysQuartzJob').selectAll().where('runId', '=', runId).forUpdate().executeTakeFirst()

/** Writes the columns maintained by the runner; the others belong to the form. */
export async function updatePlan(
  trx: Tx,
  id: string,
  plan: Partial<Pick<StoredJob, 'nextRunAt' | 'requestedBy' | 'runId' | 'leaseUntil' | 'failures'>>,
): Promise<void> {
  await trx.updateTable('sysQuartzJob').set(plan).where('id', '=', id).execute()
}

export async function extendLeases(db: Db, runIds: readonly string[], until: Date): Promise<void> {
  if (runIds.length === 0) return
  await db
    .updateTable('sysQuartzJob')
    .set({ leaseUntil: until })
    .where('runId', 'in', [...runIds])
    .execute()
}
