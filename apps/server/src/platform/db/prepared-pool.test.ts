import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb, type Db } from './db.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  pool.on('error', () => undefined)
  db = createDb(pool)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Texts of the prepared statements on the only connection. */
async function preparedTexts(part: string): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements where strpos(statement, $1) > 0',
    [part],
  )
  return rows.map(({ statement }) => statement)
}

const find = (id: string) => db.selectFrom('sysRole').selectAll().where('id', '=', id).execute()

describe('a repeated statement', () => {
  it('is planned once per connection, and returns results for its own values', async () => {
    for (const id of ['r-admin', 'none', 'r-test']) await find(id)
    expect(await preparedTexts('"sys_role" where "id"')).toHaveLength(1)
    expect(await preparedTexts('never again')).toEqual([])
    await sql`select 'never again'`.execute(db)
    expect(await preparedTexts('never again')).toEqual([])
    const insert = (id: string) => db.insertInto('sysRole').values({ id, roleCode: id, roleName: id }).execute()
    for (const id of ['a', 'b', 'c', 'd']) await insert(id)
    expect((await find('d'))[0]).toMatchObject({ id: 'd', roleName: 'd' })
  })

  it('never shares its name with another text, even across users of the pool', async () => {
    const other = createDb(pool)
    const textOf = (of: Db, word: string) => sql`select ${word}::text as word, ${sql.lit(word)} as lit`.execute(of)
    for (let n = 0; n < 3; n += 1) await textOf(db, 'one')
    for (let n = 0; n < 3; n += 1) expect((await textOf(other, 'two')).rows).toEqual([{ word: 'two', lit: 'two' }])
  })

  it('keeps working when another process migrates its table', async () => {
    for (const id of ['a', 'b', 'c']) await find(id)
    await pool.query('alter table sys_role add column added_later int default 7')
    expect((await find('a'))[0]).toMatchObject({ id: 'a', addedLater: 7 })
    expect((await find('b'))[0]).toMatchObject({ id: 'b', addedLater: 7 })
  })

  it('fails at most once within a transaction, which only its owner can restart', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await find(id)
    await pool.query('alter table sys_role add column added_twice int default 8')
    const read = () =>
      db.transaction().execute((trx) => trx.selectFrom('sysRole').selectAll().where('id', '=', 'a').execute())
    await read().catch(() => undefined)
    expect((await read())[0]).toMatchObject({ addedTwice: 8 })
  })

  it('reports errors like any other statement', async () => {
    for (let n = 0; n < 4; n += 1) {
      await expect(
        db.insertInto('sysRole').values({ id: 'a', roleCode: 'a', roleName: 'a' }).execute(),
      ).rejects.toMatchObject({ code: '23505' })
    }
  })
})

describe('waiting for a connection', () => {
  const standStill = (ms: number) => {
    const untilMs = performance.now() + ms
    while (performance.now() < untilMs);
  }
  /** Resolves once the query was sent or is queued. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
  /** Occupies the only connection for this long. */
  async function hold(seconds: number) {
    const narrow = new pg.Pool({ connectionString: database.connectionString, max: 1, connectionTimeoutMillis: 300 })
    const own = createDb(narrow)
    await sql`select 1`.execute(own)
    const held = sql`select pg_sleep(${seconds})`.execute(own)
    await settled()
    return { own, held, connect: vi.spyOn(narrow, 'connect') }
  }

  it('does not time out because the event loop was blocked while a connection became free', async () => {
    const { own, held, connect } = await hold(0.4)
    const answer = sql<{ n: number }>`select 7 as n`.execute(own)
    await settled()
    // Continue in the check phase, so that the blocked loop runs timers before I/O.
    await new Promise((resolve) => setImmediate(resolve))
    standStill(900)
    expect((await answer).rows).toEqual([{ n: 7 }])
    expect(connect).toHaveBeenCalledTimes(2)
    await held
    await own.destroy()
  })

  it('times out when there is no connection', async () => {
    const { own, held, connect } = await hold(1.5)
    await expect(sql`select 7`.execute(own)).rejects.toThrow('timeout exceeded when trying to connect')
    expect(connect).toHaveBeenCalledTimes(1)
    await held
    await own.destroy()
  })
})
