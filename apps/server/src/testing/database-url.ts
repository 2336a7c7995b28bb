import pg from 'pg'

/** The same server and role, another database. Works for addresses without a host too, which `URL` refuses. */
export function databaseUrl(connectionString: string, database: string): string {
  return connectionString.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`)
}

/** The same database with the rows of all tenants, for tests that look behind the server (ADR 0025). */
export function everyTenantUrl(connectionString: string): string {
  const options = encodeURIComponent('-c timezone=UTC -c natim.tenant=system')
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=${options}`
}

/** Runs with one connection that is closed afterwards. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Ends a connection, as whoever the tests connect as: those of a pool may have taken a lesser role (ADR 0025). */
export const terminateBackend = (pool: pg.Pool, pid: unknown) =>
  withClient(pool.options.connectionString ?? '', (client) =>
    client.query('select pg_terminate_backend($1::int)', [pid]),
  )

const INSUFFICIENT_PRIVILEGE = '42501'

/** Ends all other connections to a database that the role of this one has made. */
export function endOtherBackends(client: pg.ClientBase, database: string): Promise<unknown> {
  return client
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and usename = session_user and pid <> pg_backend_pid()`,
      [database],
    )
    .catch((error: { code?: string }) => {
      // Of a backend that is ending by itself at this instant PostgreSQL knows no owner, and refuses for all.
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
      return endOtherBackends(client, database)
    })
}

/**
 * Ends what is still connected and drops the database. Not `drop … with (force)`: to an ordinary role that refuses
 * while an autovacuum worker, which is nobody's, is at work there. The plain form ends those by itself and waits for
 * the rest to go.
 */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await endOtherBackends(client, name)
    await client.query(`drop database if exists ${name}`)
  })
}
