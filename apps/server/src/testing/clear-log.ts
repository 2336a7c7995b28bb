import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { inTenant } from '../platform/db/tenant.ts'

/** Empties the operation log, which its triggers forbid otherwise. */
export const clearLog = (db: Db): Promise<void> =>
  inTenant(db, 'system', async (trx) => {
    await sql`alter table sys_log disable trigger append_only`.execute(trx)
    await trx.deleteFrom('sysLog').execute()
    await sql`alter table sys_log enable trigger append_only`.execute(trx)
  })
