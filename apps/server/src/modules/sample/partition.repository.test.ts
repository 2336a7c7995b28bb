import { parseGmt8 } from '@natim/domain/time'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { createPartition, dropEmptyPartition, findPartitions, findStrayPartitions } from './partition.repository.ts'
import { type PartitionedTable, partitionAt } from './partition-names.ts'

const T0 = parseGmt8('2026-11-21 10:20:00') as number
const MONTH = partitionAt('mon_gap', T0)
const RECORDS = {
  mon_sample_conflict: 'insert into mon_sample_conflict values ($1, now(), 1, 1, 1, 0)',
  mon_gap: 'insert into mon_gap (t_from, device_id, channel_no) values ($1, 1, 1)',
  mon_device_status_log: `insert into mon_device_status_log values ($1, 1, 'online', 'offline', 'timeout')`,
  mon_ingest_counter: `insert into mon_ingest_counter values ($1, 1, 1, 'E_DUP')`,
} as const
const TABLES = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

let database: OpenDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = database.pool
})
afterEach(async () => {
  for (const table of TABLES) {
    for (const name of await findPartitions(pool, table)) {
      if (name !== `${table}_default`) await pool.query(`drop table ${name}`)
    }
    await pool.query(`truncate ${table}`)
  }
})
afterAll(() => database.close())

const at = (text: string) => parseGmt8(text) as number
const insert = (table: keyof typeof RECORDS, tMs: number | 'infinity', by: Pick<pg.ClientBase, 'query'> = pool) =>
  by.query(RECORDS[table], [tMs === 'infinity' ? tMs : new Date(tMs)])
const count = async (table: string) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

/** A connection in a transaction, as of another process. */
async function another(work: (client: pg.Client) => Promise<unknown>): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query('begin')
  await work(client)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}
const isWaitedFor = (table: PartitionedTable, n: number) =>
  expect
    .poll(
      async () =>
        (await pool.query('select from pg_locks where relation = $1::regclass and not granted', [table])).rowCount,
    )
    .toBe(n)

describe.each(TABLES)('a month of %s', (table) => {
  const month = partitionAt(table, T0)

  it('takes its rows from the default partition, and no others', async () => {
    const inside = [month.fromMs, T0, month.toMs - 1]
    const outside = [month.fromMs - 1, month.toMs]
    for (const tMs of [...inside, ...outside]) await insert(table, tMs)
    await createPartition(pool, month)
    expect(await count(month.name)).toBe(inside.length)
    expect(await count(`${table}_default`)).toBe(outside.length)
  })

  it('is found by the rows that wait for it', async () => {
    await createPartition(pool, month)
    for (const text of ['2026-11-21 00:00:00', '2026-12-31 23:59:59', '2026-12-01 00:00:00', '2027-01-01 00:00:00'])
      await insert(table, at(text))
    await insert(table, 'infinity')
    const found = await findStrayPartitions(pool)
    expect(found.map(({ name }) => name).sort()).toEqual([`${table}_202612`, `${table}_202701`])
    for (const partition of found) await createPartition(pool, partition)
    expect(await findStrayPartitions(pool)).toEqual([])
    expect(await count(table)).toBe(5)
  })
})

describe('creating a month', () => {
  it('waits for writers to the default partition, and others wait for it: no row is refused or left behind', async () => {
    const commit = await another((client) => insert('mon_gap', T0, client))
    const created = createPartition(pool, MONTH)
    await isWaitedFor('mon_gap', 1)
    const written = insert('mon_gap', T0 + 1)
    await isWaitedFor('mon_gap', 2)
    await commit()
    await Promise.all([created, written])
    expect(await count(MONTH.name)).toBe(2)
    expect(await count('mon_gap_default')).toBe(0)
  })

  it('gives up while a reader keeps the table, as everybody would wait for it', async () => {
    const commit = await another((client) => client.query('select 1 from mon_gap'))
    await insert('mon_gap', T0)
    await expect(createPartition(pool, MONTH)).rejects.toMatchObject({ code: '55P03' })
    await commit()
    expect(await findPartitions(pool, 'mon_gap')).toEqual(['mon_gap_default'])
    expect(await count('mon_gap')).toBe(1)
  })

  it('is done once by processes that do it together', async () => {
    await insert('mon_gap', T0)
    await Promise.all([1, 2, 3].map(() => createPartition(pool, MONTH)))
    expect(await count(MONTH.name)).toBe(1)
  })
})

describe('dropping a month if it is empty', () => {
  it('leaves one with rows', async () => {
    await createPartition(pool, MONTH)
    await insert('mon_gap', T0)
    expect(await dropEmptyPartition(pool, MONTH)).toBe(false)
    expect(await count('mon_gap')).toBe(1)
    await pool.query('delete from mon_gap')
    expect(await dropEmptyPartition(pool, MONTH)).toBe(true)
    expect(await findPartitions(pool, 'mon_gap')).toEqual(['mon_gap_default'])
    expect(await dropEmptyPartition(pool, MONTH)).toBe(true)
  })

  it('waits for whoever is writing to it', async () => {
    await createPartition(pool, MONTH)
    const commit = await another((client) => insert('mon_gap', T0, client))
    const dropped = dropEmptyPartition(pool, MONTH)
    await isWaitedFor('mon_gap', 1)
    await commit()
    expect(await dropped).toBe(false)
    expect(await count(MONTH.name)).toBe(1)
  })
})
