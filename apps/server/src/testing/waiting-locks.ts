import type pg from 'pg'

/**
 * Number of sessions of this database waiting for a lock. Concurrent tests have databases cloned from one template on
 * the same server, so that not even table ids distinguish them.
 *
 * @param table counts waits for this table only; absent = any lock, also that of a row
 */
export async function countWaiting(connection: Pick<pg.ClientBase, 'query'>, table?: string): Promise<number> {
  const { rows } = await connection.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity session
     where datname = current_database() and wait_event_type = 'Lock' and ($1::text is null
       or exists (select from pg_locks where pid = session.pid and not granted and relation = $1::regclass))`,
    [table ?? null],
  )
  return rows[0]?.n ?? 0
}
