import type pg from 'pg'

/**
 * Number of sessions of this database waiting for a lock. Concurrent tests have databases cloned from one template on
 * the same server, so that not even table ids distinguish them.
 *
 * @param table counts waits for this table only; absent = any lock
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
