import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * The database behind a running server, for what the console cannot do yet in this release: freeze a user, let a
 * session expire, add a second account. Connects as the product's own role.
 */
async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'postgres.secrets.json'), 'utf8')) as { application: string }
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    user: 'natim',
    database: 'natim',
    password: secrets.application,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A second account with the administrator's password and the given role. */
export function addAccount(dataDir: string, username: string, roleCode: string): Promise<unknown> {
  return inDatabase(dataDir, async (client) => {
    await client.query(
      `insert into sys_user (id, username, realname, password_hash, org_code, region_prefixes)
       select $1::text, $1::text, $1::text, password_hash, org_code, region_prefixes from sys_user where username = 'admin'`,
      [username],
    )
    await client.query(
      'insert into sys_user_role (user_id, role_id) select $1, id from sys_role where role_code = $2',
      [username, roleCode],
    )
  })
}

/** Frozen accounts keep their data and may not sign in. */
export function freeze(dataDir: string, username: string): Promise<unknown> {
  return inDatabase(dataDir, (client) => client.query('update sys_user set status = 2 where username = $1', [username]))
}

/** What the clock does after twelve hours. */
export function expireSessions(dataDir: string): Promise<unknown> {
  return inDatabase(dataDir, (client) => client.query("update sys_session set expires_at = now() - interval '1 s'"))
}
