import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import { createPreparedPool } from './prepared-pool.ts'

export type Database = DB
/** What a repository function takes first: the pool-bound instance or a transaction. */
export type Db = Kysely<Database>
/** What a repository function takes when it needs a lock or two writes that belong together. */
export type Tx = Transaction<Database>

/** Kysely over a pool. Columns are snake_case in SQL and camelCase here; keys inside jsonb are left alone. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createPreparedPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
