import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const applicationPassword = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'postgres.secrets.json'), 'utf8')) as { application: string }).application

/** DATABASE_URL for another process beside a running server. */
export const databaseUrl = (dataDir: string) =>
  `postgresql://natim:${applicationPassword(dataDir)}@/natim?host=${encodeURIComponent(join(dataDir, 'postgres'))}`

/**
 * The database behind a running server, for what the console cannot do yet in this release: freeze a user, expire a
 * session, add a second account. Connects with the product's own role.
 */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    user: 'natim',
    database: 'natim',
    password: applicationPassword(dataDir),
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A second account with the administrator's password and the given role.
 * @param regions GB/T 2260 prefixes; by default those of the administrator, i.e. the whole country
 */
export function addAccount(
  dataDir: string,
  username: string,
  roleCode: string,
  regions?: readonly string[],
): Promise<unknown> {
  return inDatabase(dataDir, (client) => insertAccount(client, username, roleCode, regions))
}

async function insertAccount(
  client: pg.Client,
  username: string,
  roleCode: string,
  regions?: readonly string[],
): Promise<void> {
  await client.query(
    `insert into sys_user (id, username, realname, password_hash, org_code, region_prefixes)
     select $1::text, $1::text, $1::text, password_hash, org_code, coalesce($2, region_prefixes)
     from sys_user where username = 'admin'`,
    [username, regions ?? null],
  )
  await client.query('insert into sys_user_role (user_id, role_id) select $1, id from sys_role where role_code = $2', [
    username,
    roleCode,
  ])
}

export interface MenuPage {
  readonly id: string
  readonly name: string
  readonly url: string
}

/** Menu pages in the database. */
export const pagesOfMenu = (dataDir: string): Promise<readonly MenuPage[]> =>
  inDatabase(dataDir, async (client) => {
    const { rows } = await client.query<MenuPage>(
      `select id, name, url from sys_permission
       where menu_type < 2 and del_flag = 0 and component <> 'layouts/RouteView' and url like '/%' and url not like '%:%'
       order by id`,
    )
    return rows
  })

/** For each page, a role granted only that page and its ancestors, and an account of the same name with that role. */
export function addPeopleOfPages(dataDir: string, nameOf: ReadonlyMap<string, string>): Promise<unknown> {
  return inDatabase(dataDir, async (client) => {
    for (const [pageId, name] of nameOf) {
      await client.query('insert into sys_role (id, role_code, role_name) values ($1::text, $1::text, $1::text)', [
        name,
      ])
      await client.query(
        `with recursive line as (
           select id, parent_id from sys_permission where id = $2
           union all
           select above.id, above.parent_id from line join sys_permission as above on above.id = line.parent_id)
         insert into sys_role_permission (role_id, permission_id) select $1::text, id from line`,
        [name, pageId],
      )
      await insertAccount(client, name, name)
    }
  })
}

/** A frozen account keeps its data and cannot sign in. */
export function freeze(dataDir: string, username: string): Promise<unknown> {
  return inDatabase(dataDir, (client) => client.query('update sys_user set status = 2 where username = $1', [username]))
}

/** Expires the sessions of a user, as after twelve hours. */
export function expireSessions(dataDir: string, username: string): Promise<unknown> {
  return inDatabase(dataDir, (client) =>
    client.query(
      `update sys_session set expires_at = now() - interval '1 s'
       where user_id = (select id from sys_user where username = $1)`,
      [username],
    ),
  )
}

export interface Belongings {
  readonly phone?: string
  /** Codes and names of departments, created if missing; the first is the current one. */
  readonly departs?: Readonly<Record<string, string>>
  /** Numbers and names of tenants, likewise. */
  readonly tenants?: Readonly<Record<number, string>>
}

/** Sets an account's phone, departments and tenants. */
export function equip(dataDir: string, username: string, { phone, departs, tenants }: Belongings): Promise<unknown> {
  return inDatabase(dataDir, async (client) => {
    const current = Object.keys(departs ?? {})[0]
    await client.query(
      'update sys_user set phone = coalesce($2, phone), org_code = coalesce($3, org_code) where id = $1',
      [username, phone ?? null, current ?? null],
    )
    for (const [code, name] of Object.entries(departs ?? {})) {
      await client.query(
        `insert into sys_depart (id, depart_name, org_code) values ($1::text, $2, $1::text) on conflict do nothing`,
        [code, name],
      )
      await client.query('insert into sys_user_depart (user_id, dep_id) values ($1, $2)', [username, code])
    }
    for (const [id, name] of Object.entries(tenants ?? {})) {
      await client.query('insert into sys_tenant (id, name) values ($1, $2) on conflict do nothing', [id, name])
      await client.query('insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)', [username, id])
    }
  })
}

/** A station visible only to one department. */
export function addStation(dataDir: string, name: string, orgCode: string): Promise<unknown> {
  return inDatabase(dataDir, (client) =>
    client.query(
      `insert into mon_station (id, code, name, short_name, station_type, region_code, sys_org_code, lng, lat)
       values ($1::text, $1::text, $2, $2, 'park', '320100', $3, 118.7, 32.2)`,
      [`S-${orgCode}`, name, orgCode],
    ),
  )
}

/** Adds a position. */
export function addPosition(dataDir: string, code: string, name: string): Promise<unknown> {
  return inDatabase(dataDir, (client) =>
    client.query('insert into sys_position (id, code, name, post_rank) values ($1::text, $1::text, $2, $3)', [
      code,
      name,
      '2',
    ]),
  )
}
