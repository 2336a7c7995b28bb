import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from '../platform/db/db.ts'

export interface MortalDb {
  readonly db: Db
  /** Dies after this many more statements; an open transaction is rolled back, as when the process is killed. */
  dieAfter(statements: number): void
  isDead(): boolean
}

/** The database as seen by a process that can be killed between any two statements. */
export function createMortalDb(pool: pg.Pool): MortalDb {
  let left = Number.POSITIVE_INFINITY
  let isDead = false
  const spend = () => {
    isDead ||= left <= 0
    left -= 1
    if (isDead) throw new Error('killed')
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    return {
      query: (async (text: string, values: readonly unknown[]) => {
        spend()
        return client.query(text, [...values])
      }) as never,
      // Closes a dead connection in whatever state it is.
      release: () => client.release(isDead),
    } as PostgresPoolClient
  }
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    dieAfter(statements) {
      left = statements
    },
    isDead: () => isDead,
  }
}
