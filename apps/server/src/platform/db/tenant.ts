import { type RawBuilder, sql } from 'kysely'
import { type Db, readerIn, type Tx } from './db.ts'

/**
 * Whose rows a transaction sees and writes in the tables of tenants (ADR 0025): those of one tenant, 0 = those that
 * belong to none, or all of them, for work that is nobody's: sealing, housekeeping, what an administrator moves.
 */
export type TenantContext = number | 'system'

/**
 * Works within a tenant, in one transaction; in a transaction that is open already, until the work is done.
 * Outside of it those tables have no rows.
 */
export async function inTenant<T>(db: Db, tenant: TenantContext, work: (trx: Tx) => Promise<T>): Promise<T> {
  if (!db.isTransaction) {
    return db.transaction().execute(async (trx) => {
      await enter(trx, String(tenant))
      return work(trx)
    })
  }
  const trx = db as Tx
  const outside = await enter(trx, String(tenant))
  const result = await work(trx)
  // What failed has no way back: the transaction is over.
  await enter(trx, outside)
  return result
}

/** {@link inTenant} for statements that need not see the same moment: each is a transaction of its own. */
export function readInTenant<T>(db: Db, tenant: TenantContext, read: (db: Db) => Promise<T>): Promise<T> {
  const reader = readerIn(db, String(tenant))
  return reader === undefined ? inTenant(db, tenant, read) : read(reader)
}

/** @returns where the transaction was before */
async function enter(trx: Tx, tenant: string): Promise<string> {
  const { rows } = await sql<{ outside: string | null }>`
    select current_setting('natim.tenant', true) as outside, set_config('natim.tenant', ${tenant}, true)`.execute(trx)
  return rows[0]?.outside ?? ''
}

/** The tenant of a row that is being inserted. It saves a statement: the transaction goes on within that tenant. */
export const tenantOfRow = (tenantId: number): RawBuilder<number> =>
  sql<number>`set_config('natim.tenant', ${String(tenantId)}, true)::int`

/** The number of the next version of a row, whichever tenants made those before it. @param table by its database name */
export const nextVersionOf = (table: string, id: string): RawBuilder<number> =>
  sql<number>`next_data_version(${table}, ${id})`
