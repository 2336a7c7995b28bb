import { type RawBuilder, sql } from 'kysely'
import { type Db, readerIn, type Tx } from './db.ts'

/**
 * Whose rows a transaction sees and writes in the tenant tables (ADR 0025): those of one tenant, 0 = those without a
 * tenant, or all of them, for work outside any tenant: sealing, housekeeping, changes by administrators.
 */
export type TenantContext = number | 'system'

/**
 * Runs work within a tenant in one transaction; in an open transaction, switches to the tenant until the work is done.
 * Without a tenant those tables show no rows.
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
  // Not restored on failure: the transaction is aborted anyway.
  await enter(trx, outside)
  return result
}

/** {@link inTenant} for statements that need no common snapshot: each is its own transaction. */
export function readInTenant<T>(db: Db, tenant: TenantContext, read: (db: Db) => Promise<T>): Promise<T> {
  const reader = readerIn(db, String(tenant))
  return reader === undefined ? inTenant(db, tenant, read) : read(reader)
}

/** @returns the previous tenant of the transaction */
async function enter(trx: Tx, tenant: string): Promise<string> {
  const { rows } = await sql<{ outside: string | null }>`
    select current_setting('natim.tenant', true) as outside, set_config('natim.tenant', ${tenant}, true)`.execute(trx)
  return rows[0]?.outside ?? ''
}

/** The tenant of a row being inserted. Saves a statement: the transaction stays in that tenant. */
export const tenantOfRow = (tenantId: number): RawBuilder<number> =>
  sql<number>`set_config('natim.tenant', ${String(tenantId)}, true)::int`

/** The next version number of a row, counted across tenants. @param table by its database name */
export const nextVersionOf = (table: string, id: string): RawBuilder<number> =>
  sql<number>`next_data_version(${table}, ${id})`
