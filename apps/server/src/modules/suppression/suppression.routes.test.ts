import { formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

/** Saturday. */
const NOW_MS = Date.parse('2026-11-21T10:00:00+08:00')
const clock = createManualClock(NOW_MS)
let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('keeper', { roles: ['nat_duty'] })
  token = await openedAt('keeper')
})
afterAll(() => server.close())

/** Sessions use the real clock and outlast the days between. */
const openedAt = (name: string) => server.signIn(name)

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body
const at = (offsetMs: number) => formatGmt8(clock.now() + offsetMs)
const form = (given: object = {}) => ({
  name: '江北检修',
  kind: 'hide',
  fromTs: at(-HOUR_MS),
  toTs: at(HOUR_MS),
  scope: { regionPrefixes: ['3201'] },
  reason: '年度检修',
  ...given,
})
const add = async (given: object = {}) => call('POST', '/mon/suppression/add', form(given))
const row = async (id: string) => (await call('GET', `/mon/suppression/queryById?id=${id}`)).result

describe('a suppression', () => {
  it('returns its state and its rules', async () => {
    const [rule] = await server.db.selectFrom('monAlarmRule').select(['id', 'name']).limit(1).execute()
    await server.db
      .insertInto('monAlarmRule')
      .values({ id: 'rule-own', code: 'R-OWN', name: '自有规则', branches: '[]' })
      .execute()
    const states = [
      [{}, 'open'],
      [{ fromTs: at(HOUR_MS), toTs: at(2 * HOUR_MS) }, 'waiting'],
      [{ fromTs: at(-3 * HOUR_MS), toTs: at(-2 * HOUR_MS), rrule: 'FREQ=DAILY' }, 'between'],
    ] as const
    for (const [given, state] of states) {
      const { result } = await add({ ...given, ruleIds: ['rule-own', ...(rule ? [rule.id] : [])] })
      expect(await row(result.id)).toMatchObject({ state, createBy: 'keeper' })
      expect((await row(result.id)).ruleNames).toContain('自有规则')
    }
  })

  it('is rejected when it can never be open, overlaps itself, or would suppress everything', async () => {
    const refusalOf = async (given: object) => (await add(given)).message
    expect(await refusalOf({ toTs: at(-2 * HOUR_MS) })).toBe('结束时间必须晚于开始时间！')
    expect(await refusalOf({ fromTs: at(-2 * HOUR_MS), toTs: at(-HOUR_MS) })).toBe('结束时间已过！')
    expect(await refusalOf({ toTs: at(30 * HOUR_MS), rrule: 'FREQ=DAILY' })).toBe('每天重复的时段不能超过 24 小时！')
    expect(await refusalOf({ rrule: 'FREQ=MONTHLY' })).toContain('重复规则不正确')
    expect(await refusalOf({ reason: ' ' })).toContain('不能为空')
    for (const scope of [{}, { regionPrefixes: [] }])
      expect(await refusalOf({ scope })).toBe('请至少选择一项作用范围或规则，不能抑制全部报警！')
    const { result } = await add()
    const emptied = await call('PUT', '/mon/suppression/edit', { id: result.id, scope: {} })
    expect(emptied.message).toBe('请至少选择一项作用范围或规则，不能抑制全部报警！')
    expect((await row(result.id)).scope).toEqual({ regionPrefixes: ['3201'] })
  })

  it('can be ended early, by one of two concurrent calls; an ended one cannot be changed', async () => {
    const { id } = (await add({ rrule: 'FREQ=WEEKLY;BYDAY=SA' })).result
    const ends = await Promise.all([1, 2].map(() => call('POST', '/mon/suppression/end', { id })))
    expect(ends.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(await row(id)).toMatchObject({ state: 'ended', refusals: { update: '抑制已结束，不能修改！' } })
    const edited = await call('PUT', '/mon/suppression/edit', { id, toTs: at(5 * HOUR_MS) })
    expect(edited.message).toBe('抑制已结束，不能修改！')
    const stored = await server.db.selectFrom('monSuppression').selectAll().where('id', '=', id).executeTakeFirst()
    expect(stored).toMatchObject({ endedAt: new Date(clock.now()), updateBy: 'keeper' })
    const { result } = await call('GET', `/mon/suppression/history?id=${id}`)
    expect(result.length).toBeGreaterThan(0)
  })

  it('cannot be edited after it has expired', async () => {
    const { id } = (await add()).result
    expect((await call('PUT', '/mon/suppression/edit', { id, reason: '延期' })).success).toBe(true)
    clock.advance(HOUR_MS + MINUTE_MS)
    expect((await call('PUT', '/mon/suppression/edit', { id, toTs: at(HOUR_MS) })).message).toBe(
      '抑制已结束，不能修改！',
    )
  })
})
