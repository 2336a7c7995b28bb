import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import { createPreparedPool } from './prepared-pool.ts'

export type Database = DB
/** First parameter of repository functions: the pool-bound instance or a transaction. */
export type Db = Kysely<Database>
/** First parameter of repository functions that need a lock or several writes in one transaction. */
export type Tx = Transaction<Database>

type OpenIn = (tenant: string) => Db
const openIn = new WeakMap<Db, OpenIn>()

/** Kysely over a pool. Columns are snake_case in SQL and camelCase here; keys inside jsonb are unchanged. */
export function createDb(pool: pg.Pool): Db {
  const open = (tenant?: string) =>
    new Kysely<Database>({
      dialect: new PostgresDialect({ pool: createPreparedPool(pool, tenant) }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    })
  const db = open()
  const readers = new Map<string, Db>()
  openIn.set(db, (tenant) => {
    const reader = readers.get(tenant) ?? open(tenant)
    readers.set(tenant, reader)
    return reader
  })
  return db
}

/**
 * The same pool, with each statement in its own transaction within a tenant; undefined for a transaction, which is in a
 * tenant already.
 */
export const readerIn = (db: Db, tenant: string): Db | undefined => openIn.get(db)?.(tenant)
