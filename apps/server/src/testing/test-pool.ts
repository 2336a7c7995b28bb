import type pg from 'pg'
import { createPool } from '../platform/db/pool.ts'

/** Loading a server or reading a workbook holds a process up for seconds where others work too: no reason to give up. */
const CONNECT_WITHIN_MS = 60_000

/** A pool for a test whose subject is not the pool. */
export function createTestPool(connectionString: string, { max = 4, statementTimeoutMs = 10_000 } = {}): pg.Pool {
  const options = { connectionString, applicationName: 'test', max, statementTimeoutMs }
  return createPool({ ...options, connectWithinMs: CONNECT_WITHIN_MS }, () => undefined)
}
