import type pg from 'pg'
import { seed } from '../../../db/seeds/seed.ts'
import { createDb, type Db } from '../../../platform/db/db.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { LOAD_CONNECTIONS } from '../load-demo.ts'

export interface LoadDatabase {
  readonly pool: pg.Pool
  readonly connectionString: string
  readonly db: Db
  rows<T>(text: string, values?: unknown[]): Promise<T[]>
  /** @param from the text after `from`. */
  count(from: string): Promise<number>
  close(): Promise<void>
}

/** A seeded database without devices, with as many connections as the loader needs. */
export async function openLoadDatabase(): Promise<LoadDatabase> {
  const { connectionString, drop } = await createTestDatabase()
  const pool = createTestPool(connectionString, { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 })
  const db = createDb(pool)
  await seed(db)
  const rows = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  return {
    pool,
    connectionString,
    db,
    rows,
    count: async (from) => (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0,
    async close() {
      await db.destroy()
      await drop()
    },
  }
}
