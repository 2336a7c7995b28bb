import type pg from 'pg'
import { createPool } from '../platform/db/pool.ts'

/** Loading a server or reading a workbook can block a process for seconds: connecting must not time out meanwhile. */
const CONNECT_WITHIN_MS = 60_000

/** A pool for tests that are not about the pool. */
export function createTestPool(connectionString: string, { max = 4, statementTimeoutMs = 10_000 } = {}): pg.Pool {
  const options = { connectionString, applicationName: 'test', max, statementTimeoutMs }
  return createPool({ ...options, connectWithinMs: CONNECT_WITHIN_MS }, () => undefined)
}
