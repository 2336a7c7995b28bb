import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrateToLatest, migrationNames } from '../platform/db/migrate.ts'
import { errorOf } from '../platform/errors.ts'
import { createDistributedTemplate, isOnCitus, workerUrls } from '../testing/citus.ts'
import { databaseUrl, dropDatabase, withClient } from '../testing/database-url.ts'

const MIGRATION = '0069_record_months'
const KEYS = {
  mon_sample_conflict: ['ts', '(device_id, channel_no, ts, v)'],
  mon_gap: ['t_from', '(device_id, channel_no, t_from)'],
  mon_device_status_log: ['ts', '(device_id, ts, to_val)'],
  mon_ingest_counter: ['hour', '(device_id, hour, code)'],
} as const
const TABLES = Object.keys(KEYS)
/** Two months of GMT+8 with the instants around their border, a month long ago, and an instant in none. */
const INSTANTS = [
  '2026-10-31T15:59:59.999Z',
  '2026-10-31T16:00:00Z',
  '2026-11-20T00:00:00Z',
  '2024-02-29T16:00:00Z',
  'infinity',
]

let url: string
beforeEach(async () => {
  const { connectionString, template } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  url = databaseUrl(connectionString, name)
  if (isOnCitus) await createDistributedTemplate(name, migrateBefore)
  else {
    await withClient(connectionString, (client) => client.query(`create database ${name}`))
    await migrateBefore(url)
  }
})
afterEach(async () => {
  const { connectionString } = inject('testServer')
  const { pathname } = new URL(url.replace(/^\w+:\/\/[^/?]*/, 'http://host'))
  for (const node of [connectionString, ...workerUrls]) await dropDatabase(node, pathname.slice(1))
})

/** As an installation of the previous version. */
async function migrateBefore(connectionString: string): Promise<void> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 2 }) }) })
  const names = (await migrationNames()).filter((name) => name < MIGRATION)
  const files = names.map(async (name) => {
    const text = await readFile(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8')
    return [name, { up: async (trx: Kysely<never>) => void (await sql.raw(text).execute(trx)) }] as const
  })
  const migrations = Object.fromEntries(await Promise.all(files))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  await db.destroy()
  if (error) throw errorOf(error)
}

const query = async (text: string, values: unknown[] = []) =>
  (await withClient(url, (client) => client.query(text, values))).rows

async function fill(): Promise<void> {
  const values = [INSTANTS]
  await query(
    `insert into mon_sample_conflict select t, now(), 1.5, d, 7, 64 from generate_series(1, 3) d, unnest($1::timestamptz[]) t`,
    values,
  )
  await query(
    `insert into mon_gap select t, null, null, d, 7, null, 2, 'offline' from generate_series(1, 3) d, unnest($1::timestamptz[]) t`,
    values,
  )
  await query(
    `insert into mon_device_status_log select t, d, 'online', 'offline', 'timeout' from generate_series(1, 3) d, unnest($1::timestamptz[]) t`,
    values,
  )
  await query(
    `insert into mon_ingest_counter select t, 9, d, 'E_DUP' from generate_series(1, 3) d, unnest($1::timestamptz[]) t`,
    values,
  )
}

const contents = async () => {
  const found = await Promise.all(
    TABLES.map((table) => query(`select to_jsonb(t) as row from ${table} t order by t::text`)),
  )
  return found.map((rows) => rows.map(({ row }) => row))
}

describe('the migration of records to months', () => {
  it('keeps every row, column, key and privilege', async () => {
    await fill()
    if (!isOnCitus) await query('grant select on mon_gap to public')
    const columns = () =>
      query(
        `select attrelid::regclass::text, attnum, attname, atttypid, atttypmod, attnotnull, attstorage, pg_get_expr(adbin, adrelid)
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attnum > 0 and attrelid = any($1::regclass[]) order by 1, 2`,
        [TABLES],
      )
    // 0070 changes one key.
    const keys = () =>
      query(
        `select conname, replace(pg_get_constraintdef(oid), 'ts, rx)', 'ts, v)') from pg_constraint where contype = 'p' and conrelid = any($1::regclass[]) order by 1`,
        [TABLES],
      )
    const privileges = () => query(`select relacl::text from pg_class where oid = 'mon_gap'::regclass`)
    const before = [await contents(), await columns(), await keys(), await privileges()]
    expect(await migrateToLatest(url)).toContain(MIGRATION)
    expect([await contents(), await columns(), await keys(), await privileges()]).toEqual(before)
    expect((await contents()).map((rows) => rows.length)).toEqual([15, 15, 15, 15])
  })

  it('keeps the first of several conflicts with the same value', async () => {
    const add = (rx: string, v: number) =>
      query(`insert into mon_sample_conflict values ('2026-11-20', $1, $2, 1, 7, 64)`, [rx, v])
    await Promise.all([
      add('2026-11-20 00:01+00', 1.5),
      add('2026-11-20 00:02+00', 1.5),
      add('2026-11-20 00:02:01+00', 2),
    ])
    await migrateToLatest(url)
    expect(await query('select v, rx from mon_sample_conflict order by v')).toEqual([
      { v: 1.5, rx: new Date('2026-11-20T00:01:00Z') },
      { v: 2, rx: new Date('2026-11-20T00:02:01Z') },
    ])
  })

  it('makes a partition of each month that has rows, and one for all other instants', async () => {
    await fill()
    await migrateToLatest(url)
    for (const [table, [at]] of Object.entries(KEYS)) {
      const months = ['202403', '202610', '202611'].map((month) => `${table}_${month}`)
      expect(
        (
          await query(
            `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
            [table],
          )
        ).map(({ name }) => name),
      ).toEqual([...months, `${table}_default`].sort())
      expect(await query(`select count(*)::int as n from ${table}_202611 where ${at} < '2026-12-01 00:00+08'`)).toEqual(
        [{ n: 6 }],
      )
      expect(await query(`select count(*)::int as n from ${table}_default`)).toEqual([{ n: 3 }])
    }
  })

  it('finds no row on a new installation, and takes any that comes', async () => {
    await migrateToLatest(url)
    await fill()
    expect((await contents()).map((rows) => rows.length)).toEqual([15, 15, 15, 15])
  })

  it('waits for writers of the previous version', async () => {
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    await writer.query('begin')
    await writer.query(`insert into mon_gap (device_id, channel_no, t_from) values (1, 1, '2026-11-20Z')`)
    const migrated = migrateToLatest(url)
    await expect
      .poll(() => query(`select 1 as waits from pg_locks where relation = 'mon_gap'::regclass and not granted`))
      .toEqual([{ waits: 1 }])
    await writer.query('commit')
    await writer.end()
    await migrated
    expect(await query('select device_id from mon_gap')).toEqual([{ device_id: 1 }])
  })

  it.skipIf(!isOnCitus)('leaves the tables distributed that were', async () => {
    await fill()
    await migrateToLatest(url)
    const rows = await query(
      `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' and logicalrelid = any($1::regclass[]) order by 1`,
      [TABLES],
    )
    expect(rows.map(({ name }) => name)).toEqual(['mon_device_status_log', 'mon_gap'])
  })
})
