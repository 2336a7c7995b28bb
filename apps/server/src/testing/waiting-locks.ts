import type pg from 'pg'

/**
 * Sessions of this database that wait for a lock. Tests beside this one have databases of their own on the same server,
 * copied from one template, so that not even the ids of tables tell them apart.
 *
 * @param table waits for this one only; absent = any lock
 */
export async function countWaiting(connection: Pick<pg.ClientBase, 'query'>, table?: string): Promise<number> {
  const { rows } = await connection.query<{ n: number }>(
    `select count(*)::int as n from pg_locks
     where not granted and database = (select oid from pg_database where datname = current_database())
       and ($1::text is null or relation = $1::regclass)`,
    [table ?? null],
  )
  return rows[0]?.n ?? 0
}
