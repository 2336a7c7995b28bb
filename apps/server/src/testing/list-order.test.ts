import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DATA_LOG_FIELDS, DATA_LOG_TIE, LOG_FIELDS, LOG_TIE } from '../modules/log/log.repository.ts'
import { USER_FIELDS, USER_LIST } from '../modules/user/user.repository.ts'
import { inTenant } from '../platform/db/tenant.ts'
import { parseListRequest } from '../platform/list/list-request.ts'
import { type OpenDatabase, openTestDatabase } from './open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const NEWEST = { field: 'createTime', order: 'desc' } as const
const FIRST_PAGE = { pageNo: 1, pageSize: 10 }
const logs = parseListRequest(FIRST_PAGE, LOG_FIELDS, { defaultSort: NEWEST, tieBreaker: LOG_TIE })
const versions = parseListRequest(FIRST_PAGE, DATA_LOG_FIELDS, { defaultSort: NEWEST, tieBreaker: DATA_LOG_TIE })
const users = parseListRequest(FIRST_PAGE, USER_FIELDS, USER_LIST)

// Sorting ten million rows to show ten takes the database minutes for every minute of clicking.
it.each([
  ['the log', sql`sys_log as log where log.tenant_id = 0`, logs],
  ['the log of one kind', sql`sys_log as log where log.tenant_id = 0 and log.log_type = 2`, logs],
  ['versions of rows', sql`sys_data_log as version where tenant_id = 0 and type = 'json'`, versions],
  ['users', sql`sys_user as person where person.del_flag = 0`, users],
] as const)('%s, newest first, is read from an index without sorting', async (_name, rows, { orderBy }) => {
  const plan = await inTenant(database.db, 0, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const page = sql`explain (format json) select 1 from ${rows} order by ${sql.join(orderBy)} limit 10`
    return JSON.stringify((await page.execute(trx)).rows)
  })
  expect(plan).toContain('Index')
  expect(plan).not.toMatch(/"Node Type":"(?:Incremental )?Sort"/)
})
