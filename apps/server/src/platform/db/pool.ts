import pg from 'pg'
import { TAKE_TENANT_ROLE } from './tenant-role.ts'

const INT8_OID = 20
const DATE_OID = 1082

// Our counts and sums stay far below 2^53; as strings they would leak into arithmetic.
pg.types.setTypeParser(INT8_OID, Number)
// A calendar day has no time zone: as a Date it would shift by one day west of Greenwich.
pg.types.setTypeParser(DATE_OID, (text) => text)

// 'infinity' and years before Christ or beyond 9999 fit no Date, or none the wire can write: they stay as PostgreSQL's
// text.
for (const oid of [1114, 1184]) {
  const read: (text: string) => unknown = pg.types.getTypeParser(oid)
  pg.types.setTypeParser(oid, (text) => (/^\d{4}-/.test(text) && !text.endsWith('BC') ? read(text) : text))
}

/** A connection pool, for components that pass it on to repositories. */
export type Pool = pg.Pool

/** Connections for use outside of Kysely. */
export type Connections = Pick<pg.Pool, 'connect'>

/** Counters of a pool: open connections, idle ones, and waiting callers. */
export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  readonly options: { readonly max: number }
}

export interface PoolOptions {
  readonly connectionString: string
  readonly applicationName: string
  /** Maximum number of open connections. */
  readonly max: number
  /** The server cancels a statement after this; 0 = never. */
  readonly statementTimeoutMs: number
  /** How long a caller waits for a connection, ms; default 3,000. */
  readonly connectWithinMs?: number
  /** Upgrades run as the role of the connection, on the rows of all tenants (ADR 0025). */
  readonly isUpgrade?: boolean
}

/**
 * A bounded pool with a connection timeout, a statement timeout, and an error listener so that losing an idle
 * connection does not crash the process (security §8).
 */
export function createPool(options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.max,
    connectionTimeoutMillis: options.connectWithinMs ?? 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    // Fixed here so that dates as text mean the same on every server.
    options: `-c timezone=UTC${options.isUpgrade ? ' -c natim.tenant=system' : ''}`,
    // The pool lends a connection out once this is done, and not when it failed; its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(!options.isUpgrade && { onConnect: (client) => client.query(TAKE_TENANT_ROLE) }),
  })
  // The pool listens to idle connections only: an error on one in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  // The pool re-emits errors of idle connections; without a listener they would be thrown.
  pool.on('error', () => undefined)
  return pool
}
