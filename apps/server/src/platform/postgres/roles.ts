import pg from 'pg'
import type { PostgresSecrets } from './secrets.ts'

export const APPLICATION_ROLE = 'natim'
export const APPLICATION_DATABASE = 'natim'
/** Online reports run as this role, which cannot sign in. Migration 0010 uses the same name. */
const REPORT_ROLE = 'natim_report'

/** A connection string over a socket that both node-postgres and libpq understand. */
export function socketConnectionString(socketDir: string, role: string, password: string, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(socketDir)}`
}

/**
 * Creates the role and database of the product. The role owns its database without being superuser, so that an attack
 * through us can neither read files nor start programs.
 */
export async function ensureApplicationDatabase(superuserUrl: string, secrets: PostgresSecrets): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
    if (role.rowCount === 0) {
      // Utility statements take no bind parameters; the password is ours and escaped all the same.
      const password = client.escapeLiteral(secrets.application)
      await client.query(`create role ${APPLICATION_ROLE} login password ${password}`)
    }
    const report = await client.query('select from pg_roles where rolname = $1', [REPORT_ROLE])
    if (report.rowCount === 0) {
      await client.query(`create role ${REPORT_ROLE} nologin`)
      await client.query(`grant ${REPORT_ROLE} to ${APPLICATION_ROLE}`)
    }
    const database = await client.query('select from pg_database where datname = $1', [APPLICATION_DATABASE])
    if (database.rowCount === 0) {
      await client.query(`create database ${APPLICATION_DATABASE} owner ${APPLICATION_ROLE}`)
    }
  } finally {
    await client.end()
  }
}
