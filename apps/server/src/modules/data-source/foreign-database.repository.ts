import type { DataSourceAddress } from '@natim/domain/data-source'
import pg from 'pg'

const TIMEOUT_MS = 5_000

interface Account {
  readonly user: string
  readonly password: string
}

/**
 * Connects to an external PostgreSQL, runs one query and disconnects. @param ip of its host, resolved and checked
 * before
 */
export async function greet(
  login: Account,
  { host, port, database, hasTls }: DataSourceAddress,
  ip: string,
): Promise<void> {
  const client = new pg.Client({
    host: ip,
    port,
    database,
    user: login.user,
    password: login.password,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    ...(hasTls && { ssl: { servername: host } }),
  })
  // Reported when an established connection breaks.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => undefined)
  }
}
