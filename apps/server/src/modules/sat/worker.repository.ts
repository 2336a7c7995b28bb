import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Lease of a claimed task. */
const LEASE_S = 60

/**
 * Claims the longest-waiting task and takes its lease in one statement: only one process gets it. `at` is the worker's
 * own clock.
 */
export async function claimTask(db: Db, at: Date) {
  const { rows } = await sql<{ id: string }>`
    update mon_sat_task set look_at = ${at}::timestamptz + make_interval(secs => ${LEASE_S})
    where id = (select id from mon_sat_task where look_at <= ${at} order by look_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  const id = rows[0]?.id
  return id === undefined ? undefined : db.selectFrom('monSatTask').selectAll().where('id', '=', id).executeTakeFirst()
}

export type WorkTask = NonNullable<Awaited<ReturnType<typeof claimTask>>>

/** Schedules the next check, unless the task was changed meanwhile. */
export async function lookAgain(
  db: Db,
  { id, version }: Pick<WorkTask, 'id' | 'version'>,
  at: Date | null,
  trouble: string | null = null,
): Promise<void> {
  await db
    .updateTable('monSatTask')
    .set({ lookAt: at, trouble })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** A chosen pass with the data needed for an order. */
export const findOrderPass = (db: Db, taskId: string, rank: number) =>
  db
    .selectFrom('monSatPass as pass')
    .innerJoin('monSatellite as satellite', 'satellite.id', 'pass.satelliteId')
    .selectAll('pass')
    .select(['satellite.noradId'])
    .where('pass.taskId', '=', taskId)
    .where('pass.rank', '=', rank)
    .executeTakeFirst()

export type OrderPass = NonNullable<Awaited<ReturnType<typeof findOrderPass>>>
