import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import type { Db } from '../db/db.ts'
import { findLargePage, findPage } from './find-page.ts'
import type { ListRequest } from './list-request.ts'

const now = performance.now.bind(performance)
let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => sql`truncate sys_login_guard`.execute(database.db))
afterEach(() => vi.restoreAllMocks())

const page = (pageNo: number): ListRequest => ({
  pageNo,
  pageSize: 2,
  offset: (pageNo - 1) * 2,
  conditions: [],
  orderBy: [sql`username_key`],
})
const add = (from: number, to: number) =>
  sql`insert into sys_login_guard (username_key) select lpad(n::text, 6, '0') from generate_series(${from}::int, ${to}::int) n`.execute(
    database.db,
  )

describe('a page', () => {
  const find = (pageNo: number) => {
    const guards = database.db.selectFrom('sysLoginGuard')
    return findPage(guards, guards.select('usernameKey'), page(pageNo))
  }

  it('has its rows and the total', async () => {
    await add(1, 5)
    expect(await find(1)).toEqual({ records: [{ usernameKey: '000001' }, { usernameKey: '000002' }], total: 5 })
    expect(await find(3)).toEqual({ records: [{ usernameKey: '000005' }], total: 5 })
  })

  it('has the total also beyond the last row, and when there are none', async () => {
    expect(await find(1)).toEqual({ records: [], total: 0 })
    await add(1, 5)
    expect(await find(9)).toEqual({ records: [], total: 5 })
  })
})

describe('a page of a large table', () => {
  /** @param seconds minimum duration of the count */
  const find = async (seconds: number) => {
    const rows = (db: Db) =>
      db.selectFrom('sysLoginGuard').where(sql<boolean>`(select pg_sleep(${seconds}::float8)) is not null`)
    const { total } = await findLargePage(
      database.db,
      { rows, shown: (db) => db.selectFrom('sysLoginGuard').select('usernameKey') },
      page(1),
    )
    return total
  }
  const later = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)

  it('counts every time while there are few rows', async () => {
    await add(1, 9_000)
    expect(await find(0.1)).toBe(9_000)
    await add(9_001, 9_001)
    expect(await find(0.1)).toBe(9_001)
  })

  it('caches a large total for a multiple of its counting time, then waits for a new one', async () => {
    await add(1, 10_000)
    expect(await Promise.all([find(0.1), find(0.1)])).toEqual([10_000, 10_000])
    await add(10_001, 10_001)
    expect(await find(0.1)).toBe(10_000)
    later(60_001)
    expect(await find(0.1)).toBe(10_001)
  })

  it('serves a stale total while a slow count runs, unless it is very old', async () => {
    await add(1, 10_000)
    expect(await find(0.3)).toBe(10_000)
    await add(10_001, 10_001)
    later(61_000)
    expect(await find(0.3)).toBe(10_000)
    await expect.poll(() => find(0.3)).toBe(10_001)
    await add(10_002, 10_002)
    later(700_000)
    expect(await find(0.3)).toBe(10_002)
  })

  it('takes the total from the last row without counting', async () => {
    await add(1, 3)
    const counted = findLargePage(
      database.db,
      {
        rows: (db) => db.selectFrom('sysLoginGuard').where(sql<boolean>`1 / (select 0) = 1`),
        shown: (db) => db.selectFrom('sysLoginGuard').select('usernameKey'),
      },
      page(2),
    )
    expect(await counted).toEqual({ records: [{ usernameKey: '000003' }], total: 3 })
  })

  it('caches its statements per request and variant', async () => {
    await add(1, 3)
    const request = page(1)
    let written = 0
    const from = (key: string, asked: ListRequest) => {
      const rows = (db: Db) => db.selectFrom('sysLoginGuard').where('usernameKey', '>=', key)
      const shown = (db: Db) => {
        written += 1
        return rows(db).select('usernameKey')
      }
      return findLargePage(database.db, { rows, shown, variant: key }, asked)
    }
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await from('000001', request)).records[0]).toEqual({ usernameKey: '000001' })
      expect((await from('000003', request)).records[0]).toEqual({ usernameKey: '000003' })
    }
    expect(written).toBe(2)
    await from('000001', { ...request })
    expect(written).toBe(3)
  })

  it('has a usual page size as literal, so that its plan is reused', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const rows = (db: Db) => db.selectFrom('sysLog').where('tenantId', '=', 0)
      const request = { ...page(1), pageSize: 20, orderBy: [sql`create_time desc`, sql`id desc`] }
      await findLargePage(database.db, { rows, shown: (db) => rows(db).select('id'), tenant: 0 }, request)
    }
    const { rows } = await sql<{ statement: string; genericPlans: number }>`
      select statement, generic_plans from pg_prepared_statements where statement like '%"sys_log"%limit%'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ statement: expect.stringMatching(/limit 20$/), genericPlans: expect.any(Number) }])
    expect(rows[0]?.genericPlans).toBeGreaterThan(0)
  })

  it('counts again after a failure', async () => {
    await add(1, 10_000)
    const broken = findLargePage(
      database.db,
      {
        rows: (db) => db.selectFrom('sysLoginGuard').where(sql<boolean>`1 / (select 0) = 1`),
        shown: (db) => db.selectFrom('sysLoginGuard').select('usernameKey'),
      },
      page(1),
    )
    await expect(broken).rejects.toThrow('division by zero')
    expect(await find(0)).toBe(10_000)
  })

  it('caches totals per tenant', async () => {
    for (const [tenant, lines] of [
      [1, 10_000],
      [2, 3],
    ] as const) {
      await sql`insert into sys_log (log_type, log_content, success, tenant_id)
        select 2, '一行', true, set_config('natim.tenant', ${String(tenant)}, true)::int from generate_series(1, ${lines}::int)`.execute(
        database.db,
      )
    }
    const totalOf = async (tenant: number) =>
      (
        await findLargePage(
          database.db,
          { rows: (db) => db.selectFrom('sysLog'), shown: (db) => db.selectFrom('sysLog').select('id'), tenant },
          { ...page(1), orderBy: [sql`id`] },
        )
      ).total
    expect(await totalOf(1)).toBe(10_000)
    expect(await totalOf(2)).toBe(3)
  })
})
