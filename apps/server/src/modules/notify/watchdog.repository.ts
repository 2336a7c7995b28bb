import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Whether a stream has not been judged for this long while a process is listening to devices. */
export async function isJudgingStale(db: Db, nowMs: number, staleMs: number): Promise<boolean> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ isStale: boolean }>`
    select exists (select from mon_listener where until > ${now} and is_listening) and exists (
      select from mon_stream as stream left join mon_alarm_cursor as cursor using (stream)
      where stream.until > ${now} and coalesce(cursor.judged_at, '-infinity') < ${new Date(nowMs - staleMs)}
    ) as is_stale`.execute(db)
  return rows[0]?.isStale === true
}

/** @returns whether the fault is new */
export async function insertFault(trx: Tx, kind: string, since: Date): Promise<boolean> {
  const rows = await trx
    .insertInto('monNotifyFault')
    .values({ kind, since })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  return rows.length > 0
}

export async function deleteFault(db: Db, kind: string): Promise<void> {
  await db.deleteFrom('monNotifyFault').where('kind', '=', kind).execute()
}
