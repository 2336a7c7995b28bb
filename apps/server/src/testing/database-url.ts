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
  withClient(pool.options.connectionString ?? '', (client) => client.query('select pg_terminate_backend($1)', [pid]))
