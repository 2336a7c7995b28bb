import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Accounts that hold any of the positions, including the recycle bin, from which they can be restored. */
export async function countHolders(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_user where string_to_array(post, ',') && ${[...codes]}::text[]`.execute(db)
  return rows[0]?.n ?? 0
}
