import type pg from 'pg'
import { createDb, type Db } from '../platform/db/db.ts'
import { createPool } from '../platform/db/pool.ts'
import { createTestDatabase } from './database.ts'

export interface OpenDatabase {
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly db: Db
  close(): Promise<void>
}

/** A migrated, empty database with a pool on it, for tests that need no server around them. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const { connectionString, drop } = await createTestDatabase()
  const limits = { applicationName: 'test', max: 4, statementTimeoutMs: 10_000 }
  const pool = createPool({ connectionString, ...limits }, () => undefined)
  const db = createDb(pool)
  return {
    connectionString,
    pool,
    db,
    async close() {
      await db.destroy()
      await drop()
    },
  }
}
