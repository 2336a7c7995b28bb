import pg from 'pg'
import { TAKE_TENANT_ROLE } from './tenant-role.ts'

const INT8_OID = 20
const DATE_OID = 1082

// Counts and sums of ours stay far below 2^53; as strings they would leak into arithmetic.
pg.types.setTypeParser(INT8_OID, Number)
// A calendar day has no zone: as a Date it would shift by one west of Greenwich.
pg.types.setTypeParser(DATE_OID, (text) => text)

// 'infinity', years before Christ and beyond 9999 fit no Date, or none the wire can write: they stay as the database says them.
for (const oid of [1114, 1184]) {
  const read = pg.types.getTypeParser(oid) as (text: string) => unknown
  pg.types.setTypeParser(oid, (text) => (/^\d{4}-/.test(text) && !text.endsWith('BC') ? read(text) : text))
}

/** A connection pool, for the parts that pass it on to repositories. */
export type Pool = pg.Pool

/** What a pool counts by itself: connections that are open, those of them that idle, and callers that wait for one. */
/** Connections for what is none of Kysely's. */
export type Connections = Pick<pg.Pool, 'connect'>

export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  readonly options: { readonly max: number }
}

export interface PoolOptions {
  readonly connectionString: string
  readonly applicationName: string
  /** Upper bound of open connections. */
  readonly max: number
  /** The server cancels a statement after this; 0 = never. */
  readonly statementTimeoutMs: number
  /** How long a caller waits for a connection, ms; 3,000 unless given. */
  readonly connectWithinMs?: number
  /** Upgrades work as the role of the connection, on the rows of all tenants (ADR 0025). */
  readonly isUpgrade?: boolean
}

/** A bounded pool: a limit to connect, a statement limit, and an error listener so that a lost idle connection is no crash (security §8). */
export function createPool(options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.max,
    connectionTimeoutMillis: options.connectWithinMs ?? 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    // Fixed here so that text dates mean the same on every server.
    options: `-c timezone=UTC${options.isUpgrade ? ' -c natim.tenant=system' : ''}`,
    // The pool lends a connection out once this is done, and not when it failed; its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(!options.isUpgrade && { onConnect: (client) => client.query(TAKE_TENANT_ROLE) }),
  })
  // The pool itself listens to idle connections only: one that breaks while it is lent out would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  // Repeats what an idle connection has reported by itself, and must be heard.
  pool.on('error', () => undefined)
  return pool
}
