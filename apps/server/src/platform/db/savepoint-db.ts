import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from './db.ts'

/**
 * Kysely over one connection with an open transaction: its transactions become savepoints, one at a time. For work that
 * consists of many transactions and must be all or nothing.
 */
export function createSavepointDb(client: pg.ClientBase): Db {
  let isInside = false
  const begin = () => {
    // Nested savepoints of the same name would release each other.
    if (isInside) throw new Error('one transaction at a time within another')
    isInside = true
    return 'savepoint nested'
  }
  const end = (text: string) => {
    isInside = false
    return text
  }
  const asSavepoint = (text: string): string => {
    if (/^(?:begin|start transaction)/i.test(text)) return begin()
    if (/^commit$/i.test(text)) return end('release savepoint nested')
    if (/^rollback$/i.test(text)) return end('rollback to savepoint nested')
    return text
  }
  // Concurrent queries run one after the other.
  let last: Promise<unknown> = Promise.resolve()
  function query(text: string, values: readonly unknown[] = []) {
    const answer = last.then(() => client.query(asSavepoint(text), [...values]))
    last = answer.catch(() => undefined)
    return answer
  }
  const connection = {
    query,
    release: () => undefined,
  } as unknown as PostgresPoolClient
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(connection), end: () => Promise.resolve() },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
