import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Real (not drill) alarms of a metric that began within a period, the gravest first. */
export const findAlarmsWithin = (
  db: Db,
  metrics: readonly string[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
) =>
  db
    .selectFrom('monAlarm')
    .select(['id', 'severity', 'lastTs', 'active'])
    .where('metricCode', 'in', [...metrics])
    .where('drill', '=', false)
    .where('historic', '=', false)
    .where(sql<SqlBool>`trigger_ts > ${new Date(fromMs)} and trigger_ts <= ${new Date(toMs)}`)
    .orderBy('severity')
    .orderBy('triggerTs')
    .orderBy('id')
    .limit(limit)
    .execute()
