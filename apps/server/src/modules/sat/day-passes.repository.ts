import type { HomePass } from '@natim/contract/mon/home-cards'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Tasks never requested, or ended early, have no passes. */
const IS_WANTED = sql<SqlBool>`task.state not in ('draft', 'rejected', 'cancelled', 'expired')`

/** Chosen passes of tasks in scope that begin in (fromMs, toMs]; of a task in progress only the current choice. */
export async function findPassesBetween(
  db: Db,
  scope: DataScope,
  { region, fromMs, toMs }: { readonly region?: string | undefined; readonly fromMs: number; readonly toMs: number },
): Promise<HomePass[]> {
  const inRegion = region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(task.region_code, ${region})`
  const { rows } = await sql<Omit<HomePass, 'sensor'> & { sensorType: keyof typeof SENSOR_TYPES }>`
    select task.id as task_id, task.no, task.title, task.state, task.sensor_type, pass.sat_code,
      (extract(epoch from pass.start_at) * 1000)::float8 as start_ms, (extract(epoch from pass.end_at) * 1000)::float8 as end_ms
    from mon_sat_pass as pass
    join mon_sat_task as task on task.id = pass.task_id
    where pass.start_at > ${new Date(fromMs)} and pass.start_at <= ${new Date(toMs)}
      and pass.rank is not null and (task.choice_rank = 0 or pass.rank = task.choice_rank)
      and ${IS_WANTED} and ${scopeFilter(scope, 'task')} and ${inRegion}
    order by pass.start_at, pass.id limit 50`.execute(db)
  return rows.map(({ sensorType, ...pass }) => ({ ...pass, sensor: SENSOR_TYPES[sensorType] }))
}
