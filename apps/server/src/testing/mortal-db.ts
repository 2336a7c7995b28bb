import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from '../platform/db/db.ts'

export interface MortalDb {
  readonly db: Db
  /** Dies before the statement after the next so many; what it had begun is rolled back, as when its process is killed. */
  dieAfter(statements: number): void
  isDead(): boolean
}

/** The database as one process sees it that can be killed between any two of its statements. */
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
      // Closed with whatever it was in the middle of.
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
