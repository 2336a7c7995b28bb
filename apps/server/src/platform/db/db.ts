import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import { createPreparedPool } from './prepared-pool.ts'

export type Database = DB
/** What a repository function takes first: the pool-bound instance or a transaction. */
export type Db = Kysely<Database>
/** What a repository function takes when it needs a lock or two writes that belong together. */
export type Tx = Transaction<Database>

type OpenIn = (tenant: string) => Db
const openIn = new WeakMap<Db, OpenIn>()

/** Kysely over a pool. Columns are snake_case in SQL and camelCase here; keys inside jsonb are left alone. */
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

/** The same pool, each statement within a tenant and by itself; undefined of a transaction, which is somewhere already. */
export const readerIn = (db: Db, tenant: string): Db | undefined => openIn.get(db)?.(tenant)
