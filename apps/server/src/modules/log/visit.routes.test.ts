import { calendarDayGmt8, DAY_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGN_IN_LOG } from '../../platform/audit.ts'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { clearLog } from '../../testing/clear-log.ts'

/** Half past midnight tomorrow in GMT+8, while the UTC day is still today's: sessions live by the database's clock. */
const MIDNIGHT_MS = (parseGmt8(calendarDayGmt8(Date.now())) ?? 0) + DAY_MS
const at = (days: number, seconds: number) => new Date(MIDNIGHT_MS + days * DAY_MS + seconds * SECOND_MS)
const dayOf = (days: number) => calendarDayGmt8(at(days, 0).getTime())

let server: TestApp
let token: string
beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(at(0, 1_800).getTime()) })
  await server.addUser('duty')
  token = await server.signIn('duty')
  await clearLog(server.db)
  const visit = (createTime: Date, ip: string, logContent = '登录成功', success = true) => ({
    logType: SIGN_IN_LOG,
    logContent,
    success,
    ip,
    createTime,
  })
  await server.db
    .insertInto('sysLog')
    .values([
      visit(at(0, 0), '10.0.0.1'),
      visit(at(0, 1_200), '10.0.0.1', '登录成功（手机）'),
      visit(at(0, 1_500), '10.0.0.2'),
      visit(at(0, 1_560), '10.0.0.3', '登录失败：用户名或密码错误', false),
      visit(at(0, 1_620), '10.0.0.4', '退出登录'),
      visit(at(0, -1), '10.0.0.5'),
      visit(at(-6, 0), '10.0.0.6'),
      visit(at(-6, -1), '10.0.0.7'),
    ])
    .execute()
})
afterAll(() => server.close())

describe('[CA-76] visit statistics', () => {
  it("count total, today's visits and today's addresses, from successful sign-ins only", async () => {
    const { body } = await server.call('GET', '/sys/loginfo', { token })
    expect(body.result).toEqual({ totalVisitCount: 6, todayVisitCount: 3, todayIp: 2 })
  })

  it('cover the last seven days including today, with zeros for days without visits', async () => {
    const { body } = await server.call('GET', '/sys/visitInfo', { token })
    expect(body.result).toHaveLength(7)
    expect(body.result[0]).toEqual({ visit: 1, ip: 1, tian: dayOf(-6), type: dayOf(-6).slice(5) })
    expect(body.result[1]).toEqual({ visit: 0, ip: 0, tian: dayOf(-5), type: dayOf(-5).slice(5) })
    expect(body.result.slice(5)).toEqual([
      { visit: 1, ip: 1, tian: dayOf(-1), type: dayOf(-1).slice(5) },
      { visit: 3, ip: 2, tian: dayOf(0), type: dayOf(0).slice(5) },
    ])
  })
})
