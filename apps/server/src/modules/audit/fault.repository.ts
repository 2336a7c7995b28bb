import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

const KEY = 'audit.fault'

/** Stores the last fault found. @returns whether it differs from the previous one */
export async function keepFault(trx: Tx, fault: string): Promise<boolean> {
  const kept = await trx
    .insertInto('sysSetting')
    .values({ key: KEY, value: JSON.stringify({ fault }) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql`excluded.value`, updateTime: sql`now()` })
        .where(sql<boolean>`sys_setting.value is distinct from excluded.value`),
    )
    .returning('key')
    .execute()
  return kept.length > 0
}

/** Clears the fault once the log is intact, so that the next one is new. */
export async function forgetFault(db: Db): Promise<void> {
  await db.deleteFrom('sysSetting').where('key', '=', KEY).execute()
}
