import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { databaseUrl, dropDatabase, withClient } from '../../testing/database-url.ts'
import { migrateToLatest, migrationNames } from './migrate.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function emptyDatabase(): Promise<string> {
  const { connectionString, template } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await withClient(connectionString, (client) => client.query(`create database ${name}`))
  cleanUps.push(() => dropDatabase(connectionString, name))
  return databaseUrl(connectionString, name)
}

async function migratedDatabase(): Promise<string> {
  const database = await createTestDatabase()
  cleanUps.push(() => database.drop())
  return database.connectionString
}

const query = async (url: string, text: string, values: unknown[] = []) =>
  (await withClient(url, (client) => client.query(text, values))).rows
const tablesOf = async (url: string): Promise<string[]> =>
  (await query(url, "select tablename from pg_tables where schemaname = 'public' order by 1")).map(
    (row) => row.tablename,
  )
/** Tables of the migrator itself. */
const BOOKS = ['kysely_migration', 'kysely_migration_lock', 'schema_checksum']

describe('the migration', () => {
  it('runs every file in order on an empty database and is a no-op the second time', async () => {
    const url = await emptyDatabase()
    expect(await migrateToLatest(url)).toEqual(await migrationNames())
    expect(await migrateToLatest(url)).toEqual([])
    expect(await tablesOf(url)).toEqual(expect.arrayContaining(['sys_user', 'mon_device', 'mon_sample', ...BOOKS]))
  })

  it('stores a checksum of every file', async () => {
    const rows = await query(await migratedDatabase(), 'select name, sha256 from schema_checksum order by name')
    expect(rows.map((row) => row.name)).toEqual(await migrationNames())
    for (const row of rows) expect(row.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('succeeds in both of two processes that start together on an empty database, running each file once', async () => {
    const url = await emptyDatabase()
    const done = await Promise.all([migrateToLatest(url), migrateToLatest(url), migrateToLatest(url)])
    expect(done.flat().sort()).toEqual(await migrationNames())
    const rows = await query(url, 'select count(*)::int as n from schema_checksum')
    expect(rows[0].n).toBe((await migrationNames()).length)
  })

  it('refuses to start when an applied file was edited, and names it', async () => {
    const url = await migratedDatabase()
    const [first] = await migrationNames()
    await query(url, "update schema_checksum set sha256 = repeat('0', 64) where name = $1", [first])
    await expect(migrateToLatest(url)).rejects.toThrow(`Migration ${first} was edited`)
  })

  it('leaves a database newer than this build alone', async () => {
    const url = await migratedDatabase()
    await query(url, "insert into schema_checksum values ('9999_from_the_future', repeat('0', 64))")
    expect(await migrateToLatest(url)).toEqual([])
  })

  it('keeps the data', async () => {
    const url = await migratedDatabase()
    await query(url, "insert into sys_setting (key, value) values ('kept', '{\"a\": 1}')")
    await migrateToLatest(url)
    expect(await query(url, 'select value from sys_setting')).toEqual([{ value: { a: 1 } }])
  })

  it('reports a failed connection to an address where nothing listens', async () => {
    await expect(migrateToLatest('postgresql://x:y@127.0.0.1:1/x')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('a migration that fails midway', () => {
  it('leaves no table behind, and succeeds once the obstacle is removed', async () => {
    const url = await emptyDatabase()
    const obstacle = 'mon_sample'
    await query(url, `create table ${obstacle} (kept int)`)
    await query(url, `insert into ${obstacle} values (7)`)
    await expect(migrateToLatest(url)).rejects.toThrow('Migration failed; the database is unchanged')
    expect((await tablesOf(url)).filter((name) => !BOOKS.includes(name))).toEqual([obstacle])
    expect(await query(url, `select kept from ${obstacle}`)).toEqual([{ kept: 7 }])
    expect(await query(url, 'select * from schema_checksum')).toEqual([])
    await query(url, `drop table ${obstacle}`)
    expect(await migrateToLatest(url)).toEqual(await migrationNames())
  })

  it('keeps the old schema when its connection is cut, and succeeds the next time', async () => {
    const url = await emptyDatabase()
    // An uncommitted table of this name blocks the migration midway, where its connection is then cut.
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('create table mon_station (x int)')
    const attempt = migrateToLatest(url).then(
      () => 'finished',
      () => 'failed',
    )
    expect(await withClient(url, terminateWaiting)).toBe(true)
    expect(await attempt).toBe('failed')
    await blocker.query('rollback')
    await blocker.end()
    expect((await tablesOf(url)).filter((name) => !BOOKS.includes(name))).toEqual([])
    expect(await migrateToLatest(url)).toEqual(await migrationNames())
  })
})

/**
 * Terminates the migration's connection once it waits for a lock; polls outside a transaction to get fresh snapshots.
 */
async function terminateWaiting(client: pg.Client): Promise<boolean> {
  for (let look = 0; look < 2_000; look += 1) {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) as done from pg_stat_activity
       where datname = current_database() and application_name = 'natim-migrate' and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return rows.every((row) => row.done)
  }
  return false
}
