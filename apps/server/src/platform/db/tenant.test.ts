import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { isOnCitus } from '../../testing/citus.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { databaseUrl, everyTenantUrl } from '../../testing/database-url.ts'
import { newId } from '../id.ts'
import { createDb, type Db } from './db.ts'
import { migrateToLatest } from './migrate.ts'
import { createPool } from './pool.ts'
import { inTenant, readInTenant, type TenantContext, tenantOfRow } from './tenant.ts'
import { prepareTenantRole } from './tenant-role.ts'

let database: TestDatabase
/** With a single connection, as the server's pool hands them out. */
let db: Db
let everything: Db
const open = (connectionString: string) =>
  createDb(
    createPool({ connectionString, applicationName: 'test', max: 1, statementTimeoutMs: 10_000 }, () => undefined),
  )

beforeAll(async () => {
  database = await createTestDatabase()
  db = open(database.connectionString)
  everything = open(everyTenantUrl(database.connectionString))
  await everything
    .insertInto('sysUser')
    .values({ id: 'owner', username: 'owner', realname: 'owner', passwordHash: 'x' })
    .execute()
})
afterAll(async () => {
  await Promise.all([db.destroy(), everything.destroy()])
  await database.drop()
})

/**
 * Tables with a tenant_id that are not bound to a tenant: membership of tenants and liveness of a view are checked
 * before a tenant is entered. The tenant_id of a view says in which tenant's log its end is recorded.
 */
const IS_NO_ROW_OF_A_TENANT = ['sys_user_tenant', 'sys_view_session']

/** Inserts one row of a tenant into each table. */
const WRITES: Readonly<Record<string, (db: Db, tenantId: number) => Promise<unknown>>> = {
  sys_file: (on, tenantId) => {
    const [id, path] = [newId(), newId()]
    const kept = { storeKey: path, fileName: 'f', biz: 'temp', mimeType: 'text/plain', sha256: Buffer.alloc(32) }
    const file = { id, path, ...kept, fileSize: 1, ownerId: 'owner', createBy: 'owner', tenantId }
    return on.insertInto('sysFile').values(file).execute()
  },
  sys_log: (on, tenantId) =>
    on.insertInto('sysLog').values({ logType: 2, logContent: 'l', success: true, tenantId }).execute(),
  sys_data_log: (on, tenantId) => {
    const version = { id: newId(), dataTable: 't', dataId: newId(), dataVersion: 1, dataContent: '{}' }
    return on
      .insertInto('sysDataLog')
      .values({ ...version, operateType: 2, createBy: 'owner', tenantId })
      .execute()
  },
}
const TABLES = Object.keys(WRITES)

const tenantsIn = async (on: Db, table: string): Promise<number[]> => {
  const { rows } = await sql<{ tenantId: number }>`
    select distinct tenant_id from ${sql.table(table)} order by tenant_id`.execute(on)
  return rows.map(({ tenantId }) => tenantId)
}

beforeEach(async () => {
  for (const write of Object.values(WRITES)) for (const tenantId of [0, 7, 8]) await write(everything, tenantId)
})

describe('the tenant tables', () => {
  it('are all tables with a tenant, each bound by the same policy, including for its owner', async () => {
    const { rows } = await sql<{ name: string; isForced: boolean; policies: string[] | null }>`
      select class.relname as name, class.relrowsecurity and class.relforcerowsecurity as "isForced",
        (select array_agg(format('%s %s %s %s %s %s', policyname, permissive, roles, cmd, qual, with_check))
         from pg_policies where schemaname = 'public' and tablename = class.relname) as policies
      from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
      where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
        and attribute.attname = 'tenant_id' and not attribute.attisdropped
      order by class.relname`.execute(everything)
    const bound = rows.filter(({ name }) => !IS_NO_ROW_OF_A_TENANT.includes(name))
    expect(bound.map(({ name }) => name).sort()).toEqual([...TABLES].sort())
    for (const { name, isForced, policies } of bound)
      expect([name, isForced, policies?.length]).toEqual([name, true, 1])
    expect([...new Set(bound.flatMap(({ policies }) => policies ?? []))]).toEqual([
      expect.stringMatching(/^tenant PERMISSIVE \{public\} ALL .*natim\.tenant/s),
    ])
  })
})

describe.each(TABLES)('%s', (table) => {
  const write = WRITES[table] as (db: Db, tenantId: number) => Promise<unknown>

  it.each<[TenantContext, number[]]>([
    [0, [0]],
    [7, [7]],
    [8, [8]],
    [9, []],
    ['system', [0, 7, 8]],
  ])('shows in %s the rows of %j', async (tenant, tenants) => {
    expect(await inTenant(db, tenant, (trx) => tenantsIn(trx, table))).toEqual(tenants)
  })

  it('shows no rows, and accepts none, when no tenant is set', async () => {
    expect(await tenantsIn(db, table)).toEqual([])
    await expect(write(db, 0)).rejects.toMatchObject({ code: '42501' })
    // Also on a connection that was in a tenant before.
    await inTenant(db, 'system', (trx) => tenantsIn(trx, table))
    expect(await tenantsIn(db, table)).toEqual([])
    await expect(write(db, 0)).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    [7, 8],
    [7, 0],
    [0, 7],
  ])('refuses in tenant %i a row of %i', async (tenant, other) => {
    await expect(inTenant(db, tenant, (trx) => write(trx, other))).rejects.toMatchObject({ code: '42501' })
    await expect(inTenant(db, tenant, (trx) => write(trx, tenant))).resolves.toBeDefined()
  })
})

describe('a row', () => {
  const change = (tenant: number, tenantId: number) =>
    inTenant(db, tenant, (trx) =>
      trx.updateTable('sysFile').set({ tenantId }).where('tenantId', '=', 8).executeTakeFirstOrThrow(),
    )

  it('cannot be moved to another tenant, nor taken, changed or deleted from one', async () => {
    await expect(change(8, 7)).rejects.toMatchObject({ code: '42501' })
    expect(await change(7, 7)).toMatchObject({ numUpdatedRows: 0n })
    const { numDeletedRows } = await inTenant(db, 7, (trx) =>
      trx.deleteFrom('sysFile').where('tenantId', '=', 8).executeTakeFirstOrThrow(),
    )
    expect(numDeletedRows).toBe(0n)
    expect(await tenantsIn(everything, 'sys_file')).toEqual([0, 7, 8])
  })

  it('that names its tenant is inserted in one statement without leaving the connection in that tenant', async () => {
    const line = { logType: 2, logContent: 'one', success: true, tenantId: tenantOfRow(9) }
    await db.insertInto('sysLog').values(line).execute()
    expect(await tenantsIn(everything, 'sys_log')).toContain(9)
    expect(await tenantsIn(db, 'sys_log')).toEqual([])
  })
})

describe('work in a tenant', () => {
  it('inside a transaction returns to the previous tenant afterwards', async () => {
    const seen = await inTenant(db, 7, async (trx) => {
      const within = await inTenant(trx, 'system', (all) => tenantsIn(all, 'sys_file'))
      return [within, await tenantsIn(trx, 'sys_file')]
    })
    expect(seen).toEqual([[0, 7, 8], [7]])
    const outside = await db.transaction().execute(async (trx) => {
      await inTenant(trx, 8, (there) => tenantsIn(there, 'sys_file'))
      return tenantsIn(trx, 'sys_file')
    })
    expect(outside).toEqual([])
  })

  it('rolls back its writes when it fails', async () => {
    const count = () => everything.selectFrom('sysFile').select('id').execute()
    const before = (await count()).length
    const failing = inTenant(db, 7, async (trx) => {
      await WRITES['sys_file']?.(trx, 7)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await count()).length).toBe(before)
  })

  it('numbers the versions of a row across tenants without showing those of others', async () => {
    const number = (on: Db) =>
      sql<{ n: number }>`select next_data_version('t', 'shared') as n`.execute(on).then(({ rows }) => rows[0]?.n)
    const version = { dataTable: 't', dataId: 'shared', dataContent: '{}', operateType: 2, createBy: 'owner' }
    await everything
      .insertInto('sysDataLog')
      .values({ ...version, id: newId(), dataVersion: 4, tenantId: 8 })
      .execute()
    const seen = await inTenant(db, 9, async (trx) => [await number(trx), await tenantsIn(trx, 'sys_data_log')])
    expect(seen).toEqual([5, []])
  })
})

describe('a read in a tenant', () => {
  const read = (tenant: TenantContext) => readInTenant(db, tenant, (on) => tenantsIn(on, 'sys_file'))

  it('sees the rows of that tenant, also once its statement is prepared, and leaves the connection without a tenant', async () => {
    // All over a single connection.
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await Promise.all([read(7), read(8), read(9), read('system')])).toEqual([[7], [8], [], [0, 7, 8]])
      expect(await tenantsIn(db, 'sys_file')).toEqual([])
    }
  })

  it('takes one round trip to the database', async () => {
    const { connectionString } = database
    const pool = createPool(
      { connectionString, applicationName: 'test', max: 1, statementTimeoutMs: 0 },
      () => undefined,
    )
    const own = createDb(pool)
    const sent = countStatements(pool)
    const readOnce = () => readInTenant(own, 7, (on) => tenantsIn(on, 'sys_file'))
    await readOnce()
    const before = sent.count
    expect(await readOnce()).toEqual([7])
    expect(sent.count - before).toBe(1)
    await own.destroy()
  })

  it('reports its failure, and the next read works', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const failing = readInTenant(db, 7, (on) => sql`select 1 / (select 0) from sys_file`.execute(on))
      await expect(failing).rejects.toThrow('division by zero')
      await expect(readInTenant(db, 7, (on) => sql`select nonsense`.execute(on))).rejects.toThrow('nonsense')
      expect(await read(8)).toEqual([8])
    }
  })

  it('cannot write into another tenant', async () => {
    const line = { logType: 2, logContent: 'l', success: true, tenantId: 8 }
    const writing = readInTenant(db, 7, (on) => on.insertInto('sysLog').values(line).execute())
    await expect(writing).rejects.toMatchObject({ code: '42501' })
  })

  it('inside a transaction is part of it', async () => {
    const seen = await inTenant(db, 7, async (trx) => {
      await WRITES['sys_file']?.(trx, 7)
      const count = (on: Db) => on.selectFrom('sysFile').select('id').execute()
      return [(await count(trx)).length, (await readInTenant(trx, 7, count)).length]
    })
    expect(seen[0]).toBe(seen[1])
  })
})

describe('a superuser', () => {
  const { superuserConnectionString } = inject('testServer')
  const url = () => databaseUrl(superuserConnectionString, database.name)

  it.runIf(superuserConnectionString !== '')(
    'is bound like any other role, and can still create and drop partitions',
    async () => {
      // Twice concurrently, like servers that start together.
      await Promise.all([migrateToLatest(url()), migrateToLatest(url())])
      const bare = new pg.Client({ connectionString: url() })
      await bare.connect()
      const behind = await bare.query('select from sys_file')
      await bare.end()
      expect(behind.rowCount).toBeGreaterThan(0)
      const admin = open(url())
      try {
        const { rows } = await sql<{ role: string; attributes: unknown }>`
        select current_user::text as role, (rolsuper or rolbypassrls or rolcanlogin) as attributes
        from pg_roles where rolname = current_user`.execute(admin)
        // Citus connects to the nodes as this role.
        expect(rows).toEqual([{ role: 'natim_app', attributes: isOnCitus }])
        for (const table of TABLES) {
          expect(await tenantsIn(admin, table)).toEqual([])
          expect(await inTenant(admin, 7, (trx) => tenantsIn(trx, table))).toEqual([7])
        }
        await sql`create table partition_made partition of mon_sample default`.execute(admin)
        await sql`drop table partition_made`.execute(admin)
      } finally {
        await admin.destroy()
      }
    },
  )

  it.runIf(superuserConnectionString !== '')(
    'is required for a role with BYPASSRLS, which is refused otherwise',
    async () => {
      const upgrade = {
        connectionString: url(),
        applicationName: 'test',
        max: 1,
        statementTimeoutMs: 0,
        isUpgrade: true,
      }
      const admin = createDb(createPool(upgrade, () => undefined))
      const role = sql.id(`bypass_${newId()}`)
      await sql`create role ${role} bypassrls`.execute(admin)
      await sql`set role ${role}`.execute(admin)
      await expect(prepareTenantRole(admin)).rejects.toThrow(/^Role bypass_\d+ of DATABASE_URL has BYPASSRLS/)
      await sql`reset role`.execute(admin)
      await sql`drop role ${role}`.execute(admin)
      await admin.destroy()
    },
  )
})
