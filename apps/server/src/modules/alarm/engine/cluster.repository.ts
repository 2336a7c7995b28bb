import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { StoredAlarm } from '../alarm.repository.ts'

/** Serialises cluster evaluation per rule; to be taken before any alarm is locked. */
export async function lockClusters(trx: Tx, ruleIds: readonly string[]): Promise<void> {
  for (const id of ruleIds.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext('mon_alarm_cluster'), hashtext(${id}))`.execute(trx)
}

/**
 * Open clusters of a rule, and its alarms that are active, ended after an instant, or belong to one of them; locked.
 */
export function lockCounting(trx: Tx, ruleId: string, endedAfterMs: number): Promise<StoredAlarm[]> {
  const after = new Date(endedAfterMs)
  return trx
    .selectFrom('monAlarm as alarm')
    .selectAll('alarm')
    .where('alarm.ruleId', '=', ruleId)
    .where('alarm.historic', '=', false)
    .where('alarm.drill', '=', false)
    .where((eb) =>
      eb.or([
        eb('alarm.active', '=', true),
        eb.and([eb('alarm.isCluster', '=', false), eb('alarm.clearedTs', '>', after)]),
        eb.exists(
          eb
            .selectFrom('monAlarm as parent')
            .select('parent.id')
            .whereRef('parent.id', '=', 'alarm.parentId')
            .where('parent.active', '=', true),
        ),
      ]),
    )
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()
}

/** Former clusters of some alarms, by id. */
export async function findFormer(trx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await trx
    .selectFrom('monAlarm')
    .select(['id', 'deviceNo', 'closedTs', 'clearReason'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
