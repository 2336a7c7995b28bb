import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'

/** Empties the operation log, which its triggers refuse everybody else. */
export const clearLog = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`alter table sys_log disable trigger append_only`.execute(trx)
    await trx.deleteFrom('sysLog').execute()
    await sql`alter table sys_log enable trigger append_only`.execute(trx)
  })
