import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A text this often on its way is worth a plan of its own on every connection. */
const WORTHWHILE = 3
/** Statements with a name at most; texts with lists of many lengths would fill every connection with plans. */
const MAX_NAMES = 400
/** Texts counted at most, before counting starts over. */
const MAX_COUNTED = 2_000
/** What PostgreSQL says when a table has other columns than it had when the statement was planned. */
const PLAN_OUTDATED = '0A000'

/**
 * The pool, with statements that come again prepared once a connection: parsing and planning cost PostgreSQL several
 * times what running a short statement does. A migration of another process makes plans of `select *` useless: then all
 * get new names, and the statement is run again unless that is up to a transaction.
 */
export function createPreparedPool(pool: pg.Pool): PostgresPool {
  const names = createNames()
  return {
    connect: async () => withNames(await pool.connect(), names),
    end: () => pool.end(),
  }
}

type Names = ReturnType<typeof createNames>

function createNames() {
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

function withNames(client: pg.PoolClient, names: Names): PostgresPoolClient {
  let isInTransaction = false
  async function run(text: string, values: readonly unknown[]) {
    const name = names.of(text)
    if (name === undefined) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if ((error as { code?: string }).code !== PLAN_OUTDATED) throw error
      names.renew()
      if (isInTransaction) throw error
      return client.query(text, [...values])
    }
  }
  const query = (text: unknown, values: readonly unknown[] = []) => {
    if (typeof text !== 'string') return client.query(text as never)
    if (/^(?:begin|start transaction)/i.test(text)) isInTransaction = true
    else if (/^(?:commit|rollback$)/i.test(text)) isInTransaction = false
    return run(text, values)
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}
