import type { DatabaseFigures } from '@natim/contract/system/monitor'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

type ServerSide = Omit<DatabaseFigures, 'poolInUse' | 'poolIdle' | 'poolWaiting' | 'poolMax'>

/**
 * Database figures, excluding this connection's own transaction. Backend types of other users' sessions are hidden from
 * non-superusers, but their database is visible.
 */
export async function findDatabaseFigures(db: Db): Promise<ServerSide> {
  const { rows } = await sql<ServerSide>`
    with client as (
      select datname, xact_start from pg_stat_activity
      where coalesce(backend_type, 'client backend') = 'client backend' and datname is not null and pid <> pg_backend_pid()
    )
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as size_bytes,
           (select count(*)::int + 1 from client) as connections,
           current_setting('max_connections')::int as max_connections,
           (select blks_hit::float8 / nullif(blks_hit + blks_read, 0) from pg_stat_database
            where datname = current_database()) as cache_hit_share,
           (select max(greatest(0, extract(epoch from clock_timestamp() - xact_start)))::float8 from client
            where datname = current_database() and xact_start is not null) as oldest_transaction_s`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A select without a table has one row')
  return row
}
