import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { databaseUrl, withClient } from '../../testing/database-url.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { newId } from '../id.ts'
import { lookAtAudit, protectAudit, releaseAudit } from './audit-owner.ts'
import { createDb } from './db.ts'
import { migrateToLatest, migrationNames } from './migrate.ts'
import { inTenant, readInTenant } from './tenant.ts'

const { connectionString, superuserConnectionString, template } = inject('testServer')
/** As in the default setup: the server has its own role beside a superuser. */
const isOwn = superuserConnectionString !== '' && superuserConnectionString !== connectionString

let database: TestDatabase
let keeperUrl: string
beforeAll(async () => {
  database = await createTestDatabase()
  keeperUrl = databaseUrl(superuserConnectionString, database.name)
})
afterAll(() => database.drop())

/** Statements that would undo, hide or unlock audit lines. */
const ATTACKS = [
  'alter table sys_log disable trigger append_only',
  'alter table sys_log disable trigger all',
  'drop trigger append_only on sys_log',
  'alter table sys_log disable row level security',
  'drop policy tenant on sys_log',
  'alter table sys_log owner to current_user',
  'alter table sys_log rename to sys_log_old',
  'alter table sys_log drop column detail',
  'create rule gone as on insert to sys_log do instead nothing',
  'truncate sys_log',
  'truncate sys_data_log',
  'truncate sys_log_seal',
  'delete from sys_log',
  "update sys_log set log_content = ''",
  'delete from sys_data_log',
  'delete from sys_log_seal',
  'drop table sys_log',
  'drop table sys_log_seal, sys_data_log',
  'drop schema public cascade',
  'alter schema public owner to current_user',
  'drop function refuse_change() cascade',
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
  'set role natim_audit',
  'grant natim_audit to current_user',
  'reassign owned by natim_audit to current_user',
  'drop owned by natim_audit cascade',
  'set session_replication_role = replica',
]

const attack = (url: string, text: string) =>
  withClient(url, (client) =>
    client.query("select set_config('natim.tenant', 'system', false)").then(() => client.query(text)),
  )
const expectRefused = async (url: string) => {
  for (const text of ATTACKS) {
    const outcome = attack(url, text).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    expect([text, await outcome]).toEqual([text, '42501'])
  }
}
const append = (url: string) =>
  withClient(url, async (client) => {
    await client.query("select set_config('natim.tenant', 'system', false)")
    const log = `insert into sys_log (log_type, log_content, success, tenant_id) values (2, 'kept', true, 0) returning id`
    const { rows } = await client.query(log)
    await client.query('insert into sys_log_seal (seq, log_id, hash, seal_time) values ($1, $1, $2, now())', [
      rows[0].id,
      Buffer.alloc(32),
    ])
    await client.query(
      `insert into sys_data_log (id, data_table, data_id, data_version, data_content, operate_type, create_by, tenant_id)
       values ($1, 't', '1', next_data_version('t', '1'), '{}', 2, 'somebody', 0)`,
      [newId()],
    )
  })

describe.runIf(isOwn)('the audit tables', () => {
  it('belong to the role of the server until handed over, which that role alone cannot do', async () => {
    expect(await lookAtAudit(database.connectionString)).toBe('no right to create roles')
    expect(await protectAudit(database.connectionString)).toBe('no right to create roles')
    await expect(
      attack(database.connectionString, 'alter table sys_log disable trigger append_only'),
    ).resolves.toBeDefined()
    await attack(database.connectionString, 'alter table sys_log enable trigger append_only')
  })

  it('once handed over, accept inserts and reads, and no statement of the server can undo a line', async () => {
    const url = database.connectionString
    // Twice concurrently, like processes that start together.
    expect(await Promise.all([protectAudit(keeperUrl), protectAudit(keeperUrl)])).toEqual(['protected', 'protected'])
    expect(await lookAtAudit(url)).toBe('protected')
    await append(url)
    await expectRefused(url)
    const db = createDb(createTestPool(url, { max: 1 }))
    const line = { logType: 2, logContent: 'later', success: true, tenantId: 0 }
    await inTenant(db, 0, (trx) => trx.insertInto('sysLog').values(line).execute())
    const lines = await readInTenant(db, 0, (on) =>
      on.selectFrom('sysLog').select('logContent').orderBy('id').execute(),
    )
    expect(lines.map(({ logContent }) => logContent)).toEqual(['kept', 'later'])
    await db.destroy()
    // The server's own tables can still be created and dropped.
    await attack(url, 'create table made_later (id int); drop table made_later')
    await attack(
      url,
      "create table made_part partition of mon_sample for values from ('1970-01-01') to ('1970-01-02')",
    ).catch((error: { code: string }) => expect(error.code).not.toBe('42501'))
  })

  it.each(['sys_log', 'sys_data_log', 'sys_log_seal'])(
    'detects that %s alone changed owner, and takes it back',
    async (table) => {
      const url = database.connectionString
      await withClient(keeperUrl, (client) => client.query(`alter table ${table} owner to natim`))
      expect(await lookAtAudit(url)).toBe('no right to create roles')
      expect(await protectAudit(keeperUrl)).toBe('protected')
      expect(await lookAtAudit(url)).toBe('protected')
      await expect(attack(url, `truncate ${table}`)).rejects.toMatchObject({ code: '42501' })
    },
  )

  it("revoke earlier grants of the server's role to change them", async () => {
    await withClient(keeperUrl, async (client) => {
      await client.query('grant update, delete, truncate on sys_log to natim')
      await client.query('alter table sys_data_log owner to natim')
    })
    expect(await protectAudit(keeperUrl)).toBe('protected')
    const rights = await withClient(keeperUrl, async (client) => {
      const asked = ['select', 'insert', 'update', 'delete', 'truncate']
      const { rows } = await client.query(
        "select array_agg(asked order by n) as held from unnest($1::text[]) with ordinality as r (asked, n) where has_table_privilege('natim', 'sys_log', asked)",
        [asked],
      )
      return rows[0].held as string[]
    })
    expect(rights).toEqual(['select', 'insert'])
  })

  it('let the server create partitions in the schema, also after an upgrade', async () => {
    const url = database.connectionString
    await releaseAudit(keeperUrl)
    await protectAudit(keeperUrl)
    await attack(url, 'create table mon_sample_20300101 (like mon_sample including all)')
    await attack(url, 'drop table mon_sample_20300101')
    // Databases upgraded by an older version are repaired at the next start.
    await withClient(keeperUrl, (client) =>
      client.query(`do $$ begin execute format('revoke create on schema public from %I',
        (select pg_get_userbyid(relowner) from pg_class where oid = 'sys_user'::regclass)); end $$`),
    )
    expect(await migrateToLatest(url, keeperUrl)).toEqual([])
    await protectAudit(keeperUrl)
    await attack(url, 'create table mon_sample_20300101 (like mon_sample including all)')
    await attack(url, 'drop table mon_sample_20300101')
  })

  it('are handed back for an upgrade and protected again afterwards', async () => {
    const url = database.connectionString
    const newest = (await migrationNames()).at(-1)
    await withClient(url, async (client) => {
      await client.query('delete from kysely_migration where name = $1', [newest])
      await client.query('delete from schema_checksum where name = $1', [newest])
      // The upgrade fails because its tables exist; the test is about who may change the old ones meanwhile.
    })
    await migrateToLatest(url, keeperUrl).catch(() => undefined)
    await attack(url, 'alter table sys_log add column added_by_upgrade int')
    expect(await protectAudit(keeperUrl)).toBe('protected')
    await expectRefused(url)
    await releaseAudit(keeperUrl)
    await attack(url, 'alter table sys_log drop column added_by_upgrade')
    await protectAudit(keeperUrl)
  })
})

describe.runIf(isOwn)('a role in DATABASE_URL', () => {
  /** A migrated database owned by a role with CREATEROLE that is admin of the audit owner if `mayGive`. */
  async function withMaker(mayGive: boolean, work: (url: string) => Promise<void>) {
    const [role, name] = [`maker_${newId()}`, `${template}_${newId()}`]
    await withClient(superuserConnectionString, async (client) => {
      await client.query(`create role ${role} login createrole password 'maker'`)
      await client.query(`create database ${name} owner ${role}`)
      if (mayGive) await client.query(`grant natim_audit to ${role} with admin true, inherit false, set false`)
    })
    const url = databaseUrl(connectionString, name).replace(/\/\/[^@]*@/, `//${role}:maker@`)
    try {
      await migrateToLatest(url)
      await work(url)
    } finally {
      await withClient(superuserConnectionString, async (client) => {
        await client.query(`drop database ${name} with (force)`)
        await client.query(`drop role ${role}`)
      })
    }
  }
  const versionOf = () =>
    withClient(superuserConnectionString, async (client) => {
      const { rows } = await client.query("select current_setting('server_version_num')::int as version")
      return rows[0].version as number
    })

  it('with CREATEROLE hands the tables over itself, and takes them back for the next upgrade', async (test) => {
    if ((await versionOf()) < 160_000) test.skip('older versions know no membership without its use')
    await withMaker(true, async (url) => {
      expect(await protectAudit(url)).toBe('protected')
      await append(url)
      for (const text of ['alter table sys_log disable trigger append_only', 'truncate sys_log', 'drop table sys_log'])
        await expect(attack(url, text)).rejects.toMatchObject({ code: '42501' })
      await releaseAudit(url)
      await attack(url, 'alter table sys_log add column x int')
    })
  })

  it('without rights on an existing owner role continues unprotected', async () => {
    await withMaker(false, async (url) => {
      expect(await protectAudit(url)).toBe('no right to create roles')
      await append(url)
    })
  })

  it('that is a superuser is reported as unprotected', async () => {
    expect(await lookAtAudit(keeperUrl)).toBe('by a superuser')
  })
})
