import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** Names of the applied migrations. @throws when the database does not answer. */
export async function findAppliedMigrations(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_checksum`.execute(db)
  return new Set(rows.map((row) => row.name))
}
