import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { sealLog, verifyLog } from './audit-chain.ts'

const NOW = Date.UTC(2026, 10, 21, 8)
const KEY = randomBytes(32)

let database: OpenDatabase
let dataDir: string
const chain = () => ({ db: database.db, dataDir, key: () => KEY, now: () => NOW })
const note = (content: string) =>
  writeAudit(database.db, { logType: OPERATION_LOG, content, success: true, detail: { n: 1 } })
const headFile = () => join(dataDir, 'audit', '2026-11-21.json')

/** What a user with full database rights can do. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  const { db } = database
  for (const table of ['sys_log', 'sys_log_seal'])
    await sql`alter table ${sql.table(table)} disable trigger append_only`.execute(db)
  await statement.execute(db)
  for (const table of ['sys_log', 'sys_log_seal'])
    await sql`alter table ${sql.table(table)} enable trigger append_only`.execute(db)
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await tamper(sql`truncate sys_log, sys_log_seal restart identity`)
  dataDir = await mkdtemp(join(tmpdir(), 'audit-'))
  for (const name of ['一', '二', '三']) await note(name)
  await sealLog(chain())
  return () => rm(dataDir, { recursive: true })
})

describe('the sealed log', () => {
  it('is intact, grows with the log, and is sealed once by concurrent processes', async () => {
    expect(await verifyLog(chain())).toEqual({ isWhole: true, lines: 3 })
    await note('四')
    expect(await Promise.all([sealLog(chain()), sealLog(chain())])).toEqual(expect.arrayContaining([1, 0]))
    expect(await verifyLog(chain())).toEqual({ isWhole: true, lines: 4 })
  })

  it('seals a line that became visible after later ones', async () => {
    await tamper(
      sql`insert into sys_log (id, log_type, log_content, success) overriding system value values (100, 2, '后来', true)`,
    )
    await sealLog(chain())
    await tamper(
      sql`insert into sys_log (id, log_type, log_content, success) overriding system value values (50, 2, '慢的', true)`,
    )
    await sealLog(chain())
    expect(await verifyLog(chain())).toEqual({ isWhole: true, lines: 5 })
  })

  it.each([
    ['a changed line', sql`update sys_log set log_content = '没有的事' where id = 2`, '日志 2 已被修改'],
    [
      'a changed time',
      sql`update sys_log set create_time = create_time - interval '1 microsecond' where id = 2`,
      '日志 2 已被修改',
    ],
    ['a deleted line', sql`delete from sys_log where id = 2`, '日志 2 已被删除'],
    ['a deleted seal', sql`delete from sys_log_seal where log_id = 2`, '第 2 个封存记录已被删除'],
    [
      'a cut tail',
      sql`with gone as (delete from sys_log_seal where log_id = 3) delete from sys_log where id = 3`,
      '2026-11-21 之前封存的日志已被删除',
    ],
  ])('reports %s', async (_name, statement, fault) => {
    await tamper(statement)
    expect(await verifyLog(chain())).toMatchObject({ isWhole: false, fault })
  })

  it('reports a line inserted long afterwards', async () => {
    await tamper(sql`update sys_log_seal set seal_time = seal_time - interval '2 hours'`)
    await tamper(
      sql`insert into sys_log (id, log_type, log_content, success) overriding system value values (0, 2, '伪造', true)`,
    )
    await note('新的')
    await sealLog(chain())
    expect(await verifyLog(chain())).toMatchObject({ isWhole: false, fault: '日志 0 是事后插入的' })
  })

  it('reports a recomputed chain, and a head signed without the key', async () => {
    await tamper(sql`truncate sys_log_seal`)
    await tamper(sql`update sys_log set log_content = '改写' where id = 1`)
    const head = await readFile(headFile(), 'utf8')
    await sealLog(chain())
    await writeFile(headFile(), head)
    expect(await verifyLog(chain())).toMatchObject({ isWhole: false, fault: '日志 3 与 2026-11-21 的日终签名不符' })
    await sealLog({ ...chain(), key: () => randomBytes(32) })
    await writeFile(headFile(), head.replace(/"hash":"../, '"hash":"00'))
    expect(await verifyLog(chain())).toMatchObject({ isWhole: false, fault: '2026-11-21 的日终签名不正确' })
  })
})
