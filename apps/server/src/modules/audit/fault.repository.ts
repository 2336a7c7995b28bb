import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

const KEY = 'audit.fault'

/** Keeps the fault that was found last. @returns whether it is another one than before */
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

/** The log is whole again: the next fault is a new one. */
export async function forgetFault(db: Db): Promise<void> {
  await db.deleteFrom('sysSetting').where('key', '=', KEY).execute()
}
