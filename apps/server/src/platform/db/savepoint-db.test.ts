import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import type { Db } from './db.ts'
import { createSavepointDb } from './savepoint-db.ts'

let database: OpenDatabase
let client: pg.PoolClient
let db: Db

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate mon_demo_load')
  client = await database.pool.connect()
  await client.query('begin')
  db = createSavepointDb(client)
})
afterEach(() => client.release(true))

const note = (part: string, within = db) => within.insertInto('monDemoLoad').values({ part }).execute()
const kept = async () =>
  (await database.pool.query<{ part: string }>('select part from mon_demo_load order by part')).rows.map(
    ({ part }) => part,
  )

it('keeps what its transactions committed only when the outer transaction commits', async () => {
  await note('outside')
  await db.transaction().execute((trx) => note('inside', trx))
  expect(await kept()).toEqual([])
  await client.query('rollback')
  expect(await kept()).toEqual([])
  await client.query('begin')
  await db.transaction().execute((trx) => note('again', trx))
  await client.query('commit')
  expect(await kept()).toEqual(['again'])
})

it('rolls back only the failed transaction', async () => {
  await note('before')
  const failing = db.transaction().execute(async (trx) => {
    await note('lost', trx)
    await note('before', trx)
  })
  await expect(failing).rejects.toThrow(/duplicate key/)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => note('after', trx))
  await client.query('commit')
  expect(await kept()).toEqual(['after', 'before'])
})

it('runs concurrent queries one after the other', async () => {
  await Promise.all(['first', 'second', 'third'].map((part) => note(part)))
  const counts = await Promise.all([1, 2, 3].map(() => db.selectFrom('monDemoLoad').select('part').execute()))
  expect(counts.map((rows) => rows.length)).toEqual([3, 3, 3])
  await client.query('commit')
  expect(await kept()).toEqual(['first', 'second', 'third'])
})

it('refuses nested transactions', async () => {
  const inner = db.transaction().execute(() => db.transaction().execute(() => note('inner')))
  await expect(inner).rejects.toThrow('one transaction at a time')
})
