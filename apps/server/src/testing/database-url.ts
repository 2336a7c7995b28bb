import pg from 'pg'

/** The same server and role with another database. Also works for URLs without a host, which `URL` refuses. */
export function databaseUrl(connectionString: string, database: string): string {
  return connectionString.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`)
}

/** The same database with the rows of all tenants, for assertions behind the server (ADR 0025). */
export function everyTenantUrl(connectionString: string): string {
  const options = encodeURIComponent('-c timezone=UTC -c natim.tenant=system')
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=${options}`
}

/** Runs with one connection and closes it afterwards. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Terminates a connection using the tests' own role: pooled connections may have switched to a lesser role (ADR 0025).
 */
export const terminateBackend = (pool: pg.Pool, pid: unknown) =>
  withClient(pool.options.connectionString ?? '', (client) =>
    client.query('select pg_terminate_backend($1::int)', [pid]),
  )

const INSUFFICIENT_PRIVILEGE = '42501'

/** Terminates all other connections to a database created by this connection's role. */
export function endOtherBackends(client: pg.ClientBase, database: string): Promise<unknown> {
  return client
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and usename = session_user and pid <> pg_backend_pid()`,
      [database],
    )
    .catch((error: { code?: string }) => {
      // PostgreSQL knows no owner of a backend that is just exiting, and refuses the whole statement.
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
      return endOtherBackends(client, database)
    })
}

/**
 * Terminates connections and drops the database. Not `drop … with (force)`: for an ordinary role that fails while an
 * autovacuum worker, which has no owner, is active there. The plain form stops those itself and waits for the rest.
 */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      await endOtherBackends(client, name)
      try {
        await client.query(`drop database if exists ${name}`)
        return
      } catch (error) {
        // The daemon of Citus connects again.
        if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === DROP_ATTEMPTS) throw error
      }
    }
  })
}

const OBJECT_IN_USE = '55006'
const DROP_ATTEMPTS = 20
