import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { errorDetailsOf } from '../errors.ts'

/** A text seen this often is worth its own plan on every connection. */
const WORTHWHILE = 3
/** Maximum number of named statements; texts with lists of varying lengths would fill every connection with plans. */
const MAX_NAMES = 400
/** Maximum number of texts counted before the counts are reset. */
const MAX_COUNTED = 2_000
const STOOD_STILL_MS = 250
/** Messages of the pool when no connection was free, or none could be opened, in time. */
const TIMEOUTS = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout']
/** SQLSTATE when the columns of a table changed after the statement was planned. */
const PLAN_OUTDATED = '0A000'

/**
 * The pool, with repeated statements prepared once per connection: parsing and planning cost PostgreSQL several times
 * as much as running a short statement. A migration by another process invalidates plans of `select *`: then all
 * statements get new names, and the statement is retried unless it is inside a transaction.
 *
 * @param tenant every statement is its own transaction in this tenant; no other transaction may be begun
 */
export function createPreparedPool(pool: pg.Pool, tenant?: string): PostgresPool {
  const names = namesOf.get(pool) ?? createStatementNames()
  namesOf.set(pool, names)
  return {
    connect: async () => withNames(await connect(pool), names, tenant),
    end: () => pool.end(),
  }
}

/**
 * A blocked process does not notice a free connection, and its timers fire first afterwards: when the timeout is this
 * late, the wait is repeated once.
 */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const fromMs = performance.now()
  try {
    return await pool.connect()
  } catch (error) {
    const lateMs = performance.now() - fromMs - (pool.options.connectionTimeoutMillis ?? 0)
    if (!isTimeout(error) || lateMs < STOOD_STILL_MS) throw error
    return pool.connect()
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && TIMEOUTS.some((words) => error.message.startsWith(words))

type StatementNames = ReturnType<typeof createStatementNames>

/** Shared by all users of a pool: on its connections one name must not stand for two texts. */
const namesOf = new WeakMap<pg.Pool, StatementNames>()

function createStatementNames() {
  const named = new Map<string, string>()
  const seen = new Map<string, number>()
  let edition = 1
  return {
    of(text: string): string | undefined {
      const name = named.get(text)
      if (name !== undefined) return name
      if (named.size >= MAX_NAMES) return undefined
      const count = (seen.get(text) ?? 0) + 1
      if (count < WORTHWHILE) {
        if (seen.size >= MAX_COUNTED) seen.clear()
        seen.set(text, count)
        return undefined
      }
      seen.delete(text)
      const given = `q${edition}_${named.size}`
      named.set(text, given)
      return given
    },
    renew(): void {
      edition += 1
      named.clear()
    },
  }
}

function withNames(client: pg.PoolClient, names: StatementNames, tenant: string | undefined): PostgresPoolClient {
  let isInTransaction = false
  const send = (config: pg.QueryConfig) =>
    tenant === undefined ? client.query(config) : queryInTenant(client, tenant, config)
  async function run(text: string, values: readonly unknown[]) {
    const name = names.of(text)
    if (name === undefined) return send({ text, values: [...values] })
    try {
      return await send({ name, text, values: [...values] })
    } catch (error) {
      if (errorDetailsOf(error).code !== PLAN_OUTDATED) throw error
      names.renew()
      if (isInTransaction) throw error
      return send({ text, values: [...values] })
    }
  }
  const query = (text: string | pg.Submittable, values: readonly unknown[] = []) => {
    if (typeof text !== 'string') return client.query(text)
    if (/^(?:begin|start transaction)/i.test(text)) isInTransaction = true
    else if (/^(?:commit|rollback$)/i.test(text)) isInTransaction = false
    return run(text, values)
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}

const ENTER = { name: 'enter_tenant', text: "select from set_config('natim.tenant', $1, true)" }
const knowing = new WeakSet<pg.PoolClient>()

/**
 * Enters the tenant and runs the statement without waiting in between. Up to the next sync both are one transaction,
 * and the tenant setting ends with it: one round trip instead of four.
 */
async function queryInTenant(client: pg.PoolClient, tenant: string, config: pg.QueryConfig): Promise<pg.QueryResult> {
  if (!knowing.has(client)) {
    await client.query({ ...ENTER, values: [''] })
    knowing.add(client)
  }
  return new Promise((resolve, reject) => {
    // Only the extended protocol continues a transaction that has begun.
    const extended = { ...config, queryMode: 'extended' }
    const query = new pg.Query(extended, (error, result) => {
      if (error) reject(error)
      // Results of both; the last one belongs to the statement.
      else resolve([result as pg.QueryResult | pg.QueryResult[]].flat().at(-1) as pg.QueryResult)
    })
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.stream.cork()
      connection.bind({ statement: ENTER.name, values: [tenant] }, true)
      connection.execute({}, true)
      const refusal: unknown = submit(connection)
      connection.stream.uncork()
      return refusal
    }
    client.query(query)
  })
}
