import type { SensorType } from '@natim/domain/sat-task'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Satellites that can be tasked: the given ones, or all with a sensor; without deleted and disabled ones. */
export async function findUsableSatellites(db: Db, sensor: SensorType, ids: readonly string[]) {
  let query = db
    .selectFrom('monSatellite')
    .select(['id', 'code', 'name', 'tle1', 'tle2', 'tleEpoch', 'swathKm', 'resM', 'offNadirMax'])
    .where('delFlag', '=', 0)
    .where('status', '=', 'on')
    .where('sensorType', '=', sensor)
  if (ids.length > 0) query = query.where('id', 'in', [...ids])
  return query.orderBy('code').limit(100).execute()
}

export type UsableSatellite = Awaited<ReturnType<typeof findUsableSatellites>>[number]

/** Number of tasks in progress with a pass of these satellites among their choices. */
export async function countTasksOf(db: Db, satelliteIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct task.id)::int as n from mon_sat_task as task
    join mon_sat_pass as pass on pass.task_id = task.id and pass.rank is not null
    where pass.satellite_id = any(${[...satelliteIds]}::text[])
      and task.state in ('submitted', 'approved', 'planned', 'acquiring', 'downlinked', 'processing', 'replanned')`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
