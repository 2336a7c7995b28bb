import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clearLog } from '../testing/clear-log.ts'
import { type OpenDatabase, openTestDatabase } from '../testing/open-database.ts'
import { buildSessionUser, NATIONAL } from '../testing/session-users.ts'
import { DENIAL_LOG, OPERATION_LOG, SIGN_IN_LOG, writeAudit, writeDenial } from './audit.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  await clearLog(database.db)
})

const onlyRow = () => database.db.selectFrom('sysLog').selectAll().executeTakeFirstOrThrow()

describe('the audit log', () => {
  it('records who, where, on what, with which result and when', async () => {
    const entry = {
      userId: 'u1',
      username: 'duty',
      sessionId: 's1',
      ip: '203.0.113.9',
      route: '/mon/device/:id/rotateSecret',
      objectId: 'd1',
    }
    await writeAudit(database.db, {
      ...entry,
      logType: OPERATION_LOG,
      content: '换凭证',
      success: true,
      detail: { n: 1 },
    })
    const { id, createTime, ...row } = await onlyRow()
    expect(row).toMatchObject({ ...entry, logType: 2, logContent: '换凭证', success: true, detail: { n: 1 } })
    expect(id).toBeTypeOf('number')
    expect(createTime).toBeInstanceOf(Date)
  })

  it('stores null for missing fields', async () => {
    await writeAudit(database.db, { logType: SIGN_IN_LOG, content: '登录失败', success: false })
    expect(await onlyRow()).toMatchObject({
      userId: null,
      username: null,
      sessionId: null,
      ip: null,
      detail: null,
      costMs: null,
    })
  })

  it.each([
    ['换行', 'a\r\n2026 admin 登录成功', 'a\\x0d\\x0a2026 admin 登录成功'],
    ['空字符', 'a\u0000b', 'a\\x00b'],
    ['终端转义', '\u001b[2Jx', '\\x1b[2Jx'],
    ['制表', 'a\tb', 'a\\x09b'],
    ['删除符', 'a\u007fb', 'a\\x7fb'],
    ['中文与表情', '值班员😀', '值班员😀'],
  ])('%s cannot forge a second line', async (_name, username, stored) => {
    await writeAudit(database.db, {
      logType: SIGN_IN_LOG,
      content: username,
      success: false,
      username,
      route: username,
    })
    expect(await onlyRow()).toMatchObject({ username: stored, logContent: stored, route: stored })
  })

  it('truncates long texts at 500 characters', async () => {
    await writeAudit(database.db, { logType: SIGN_IN_LOG, content: 'x'.repeat(10_000), success: true })
    expect((await onlyRow()).logContent).toHaveLength(500)
  })

  it('records a denial under its own type, with the missing permission', async () => {
    const user = buildSessionUser('duty', NATIONAL)
    await writeDenial(database.db, { user, access: 'mon:station:add', route: '/mon/station/add', ip: '203.0.113.9' })
    expect(await onlyRow()).toMatchObject({
      logType: DENIAL_LOG,
      logContent: '拒绝访问：mon:station:add',
      success: false,
      username: 'duty',
      sessionId: 'session-duty',
      route: '/mon/station/add',
    })
  })
})
