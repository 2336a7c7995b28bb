import type pg from 'pg'
import { createDb, type Db } from '../platform/db/db.ts'
import { createTestDatabase } from './database.ts'
import { everyTenantUrl } from './database-url.ts'
import { createTestPool } from './test-pool.ts'

export interface OpenDatabase {
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly db: Db
  close(): Promise<void>
}

/** A migrated, empty database with a pool, for tests without a server; sees every tenant. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = await createTestDatabase()
  const connectionString = everyTenantUrl(database.connectionString)
  const pool = createTestPool(connectionString)
  const db = createDb(pool)
  return {
    connectionString,
    pool,
    db,
    async close() {
      await db.destroy()
      await database.drop()
    },
  }
}
