import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { databaseUrl, withClient } from '../../testing/database-url.ts'
import { migrateToLatest } from './migrate.ts'
import { protectVault, releaseVault } from './vault-owner.ts'

const { connectionString, superuserConnectionString } = inject('testServer')
/** As in the default setup: the server has its own role beside a superuser. */
const isOwn = superuserConnectionString !== '' && superuserConnectionString !== connectionString

let database: TestDatabase
let keeperUrl: string
beforeAll(async () => {
  database = await createTestDatabase()
  keeperUrl = databaseUrl(superuserConnectionString, database.name)
})
afterAll(() => database.drop())

const say = (text: string) => withClient(database.connectionString, (client) => client.query(text))
const asKeeper = (text: string) => withClient(keeperUrl, (client) => client.query(text))

/** Statements that would bypass or change the vault functions. */
const ATTACKS = [
  'select * from mon_vault.identity',
  'select count(*) from mon_vault.identity',
  'copy mon_vault.identity to stdout',
  "update mon_vault.identity set sealed = 'v1.x'",
  'delete from mon_vault.identity',
  'truncate mon_vault.identity',
  'drop table mon_vault.identity',
  'alter table mon_vault.identity owner to current_user',
  'drop function mon_vault.open_once(text, text)',
  "create or replace function mon_vault.holds(subject text) returns boolean language sql security definer as 'select true'",
  'create table mon_vault.other (id int)',
  'drop schema mon_vault cascade',
  'set role natim_vault',
  'grant natim_vault to current_user',
  'reassign owned by natim_vault to current_user',
]

describe.runIf(isOwn)('the vault', () => {
  it('once handed over, is read and written by its functions only', async () => {
    expect(await protectVault(database.connectionString)).toBe('no right to create roles')
    // Twice concurrently, like processes that start together.
    expect(await Promise.all([protectVault(keeperUrl), protectVault(keeperUrl)])).toEqual(['protected', 'protected'])
    for (const text of ATTACKS) {
      const outcome = say(text).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      expect([text, await outcome]).toEqual([text, '42501'])
    }
    await say("select mon_vault.put('s1', 'v1.sealed', 'tester')")
    expect((await say("select mon_vault.holds('s1') as held")).rows).toEqual([{ held: true }])
  })

  it('opens once, for the requester, when another user granted the request', async () => {
    await say(
      `insert into mon_subject (id, subject_code, region_code, sys_org_code) values ('s1', 'B-0000000001', '130100', 'A01')`,
    )
    await say(`insert into mon_reid_request (id, subject_id, reason, case_no, requested_by, requested_name, region_code, sys_org_code)
      values ('r1', 's1', 'why', '1', 'asker', 'asker', '130100', 'A01')`)
    const open = async (viewer: string) =>
      (await say(`select sealed from mon_vault.open_once('r1', '${viewer}')`)).rows.map(
        ({ sealed }) => sealed as string,
      )
    expect(await open('asker')).toEqual([])
    await say(
      "update mon_reid_request set state = 'approved', decided_by = 'granter', decided_name = 'g', decided_at = now() where id = 'r1'",
    )
    expect(await open('granter')).toEqual([])
    expect(await open('asker')).toEqual(['v1.sealed'])
    expect(await open('asker')).toEqual([])
  })

  it('is handed back for an upgrade and protected again afterwards', async () => {
    await releaseVault(keeperUrl)
    await say('alter table mon_vault.identity add column added_by_upgrade int')
    await say('alter table mon_vault.identity drop column added_by_upgrade')
    expect(await protectVault(keeperUrl)).toBe('protected')
    await expect(say('select * from mon_vault.identity')).rejects.toMatchObject({ code: '42501' })
    expect(await migrateToLatest(database.connectionString, keeperUrl)).toEqual([])
    // No member of its owner role is left.
    const { rows } = await asKeeper(
      "select count(*)::int as n from pg_auth_members where roleid = 'natim_vault'::regrole and member = 'natim'::regrole",
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('is reported as unprotected from a superuser', async () => {
    await releaseVault(keeperUrl)
    const { rows } = await asKeeper('select current_user as name')
    await asKeeper(`alter table mon_reid_request owner to "${rows[0].name}"`)
    expect(await protectVault(keeperUrl)).toBe('by a superuser')
  })
})
