import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'

/** Serialises starts of a drill with the same key. @returns who started the running one */
export async function lockDrill(trx: Tx, dedupeKey: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${dedupeKey}))`.execute(trx)
  const running = await trx
    .selectFrom('monAlarm as alarm')
    .innerJoin('monAlarmLog as log', (join) => join.onRef('log.alarmId', '=', 'alarm.id').on('log.seq', '=', 1))
    .select('log.actorName')
    .where('alarm.dedupeKey', '=', dedupeKey)
    .where('alarm.active', '=', true)
    .executeTakeFirst()
  return running?.actorName
}
