import { HOUR_MS, MINUTE_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { buildWxImage } from './testing/build-wx-image.ts'

const NOW = parseGmt8('2026-11-21 10:18:05') ?? 0
const clock = createManualClock(NOW)
const PEOPLE = {
  reviewer: ['wx_reviewer', ['*']],
  second: ['wx_reviewer', ['*']],
  duty: ['nat_duty', ['*']],
  editor: ['wx_editor', ['*']],
  auditor: ['auditor', ['*']],
  analyst: ['analyst', ['*']],
  north: ['wx_reviewer', ['21']],
} as const

let server: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock })
  for (const [name, [role, regionPrefixes]] of Object.entries(PEOPLE)) {
    await server.addUser(name, { roles: [role], regionPrefixes: [...regionPrefixes] })
    tokens[name] = await server.signIn(name)
  }
  await buildStation(server.db, { name: '石家庄站', regionCode: '130102', lng: 114.5, lat: 38.04 })
  await buildStation(server.db, { name: '沈阳站', regionCode: '210100', lng: 123.4, lat: 41.8 })
})
afterAll(() => server.close())

type Method = 'GET' | 'POST'
const call = (who: string, method: Method, path: string, body?: object) =>
  server.call(method, `/mon/wx/image/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })
const row = (id: string) =>
  server.db.selectFrom('monWxImage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function act(who: string, action: string, id: string, given: object = {}) {
  const { version } = await row(id)
  return (await call(who, 'POST', action, { id, version, ...given })).body
}
const build = async (given: object = {}) => (await buildWxImage(server.db, { receivedAt: new Date(NOW), ...given })).id
const approve = (id: string, given: object = {}, who = 'reviewer') =>
  act(who, 'review', id, { decision: 'approve', ...given })

const ALL = ['reviewer', 'duty', 'editor', 'auditor', 'analyst'] as const
const REVIEWERS = ['reviewer', 'duty']
const SEEING = ['reviewer', 'duty', 'editor', 'auditor']
/** All calls with the users allowed to make them. Their targets do not exist, so that nothing is changed. */
const CALLS: readonly (readonly [Method, string, object | undefined, readonly string[]])[] = [
  ['GET', 'list', undefined, SEEING],
  ['GET', 'list?open=true', undefined, REVIEWERS],
  ['GET', 'points', undefined, SEEING],
  ['GET', 'points?open=true', undefined, REVIEWERS],
  ['GET', 'get?id=none', undefined, SEEING],
  ['GET', 'get?id=none&open=true', undefined, REVIEWERS],
  ['GET', 'thumb?id=none', undefined, SEEING],
  ['GET', 'picture?id=none', undefined, SEEING],
  ['GET', 'original?id=none', undefined, REVIEWERS],
  ['POST', 'review', { decision: 'approve' }, REVIEWERS],
  ['POST', 'reviewMany', { images: [{ id: 'none', version: 1 }], decision: 'approve' }, REVIEWERS],
  ['POST', 'undo', {}, REVIEWERS],
  ['POST', 'archive', {}, REVIEWERS],
  ['POST', 'place', { source: 'wechat' }, REVIEWERS],
  ['POST', 'blur', { areas: [], isAll: true }, ['reviewer']],
  ['POST', 'publish', { isPublic: true }, ['reviewer']],
]

describe('permitted users of each call', () => {
  it.each(CALLS)('%s %s', async (method, path, body, allowed) => {
    const given = body && { id: 'none', version: 1, ...body }
    const passed: string[] = []
    for (const who of ALL) if ((await call(who, method, path, given)).status !== 403) passed.push(who)
    expect(passed).toEqual(allowed)
    expect((await server.call(method, `/mon/wx/image/${path}`, given ? { body: given } : {})).status).toBe(401)
  })
})

describe('a picture of another region', () => {
  it('is not decided in a bulk review, and its number is not revealed', async () => {
    const [here, there] = [await build({ regionCode: '210100' }), await build()]
    const images = [here, there].map((id) => ({ id, version: 1 }))
    const { body } = await call('north', 'POST', 'reviewMany', { images, decision: 'reject', note: '无关' })
    expect(body.message).toBe('已驳回 1 张，1 张未处理')
    expect(body.result.missed).toEqual([{ id: there, no: '', reason: '未找到对应数据' }])
    expect([(await row(here)).state, (await row(there)).state]).toEqual(['rejected', 'pending'])
  })

  it("cannot be created by moving a picture out of the user's scope", async () => {
    const id = await build({ regionCode: '210100' })
    const away = await act('north', 'place', id, { source: 'manual', lng: 114.5, lat: 38.04 })
    expect(away.message).toBe('所选位置超出您的数据范围')
    expect((await row(id)).regionCode).toBe('210100')
    expect((await act('north', 'place', id, { source: 'manual', lng: 123.4, lat: 41.8 })).success).toBe(true)
  })

  it('is not counted in tabs, map or copies', async () => {
    const sha256 = Buffer.alloc(32, 7)
    const bands = { band0: 1, band1: 2, band2: 3, band3: 4, sha256 }
    const first = await build({ regionCode: '210100', lng: 123.4, lat: 41.8, ...bands })
    await build({ ...bands, dupOf: first, state: 'rejected', fault: 'duplicate', lng: 114.5, lat: 38.04 })
    const of = async (who: string) => (await call(who, 'GET', `get?id=${first}`)).body.result
    expect([(await of('reviewer')).copies, (await of('reviewer')).alike.length]).toEqual([1, 1])
    expect([(await of('north')).copies, (await of('north')).alike]).toEqual([0, []])
    const own = Number(
      (
        await server.db
          .selectFrom('monWxImage')
          .select((eb) => eb.fn.countAll().as('n'))
          .where('regionCode', 'like', '21%')
          .executeTakeFirstOrThrow()
      ).n,
    )
    const { result } = (await call('north', 'GET', 'list?tab=all')).body
    expect([result.total, result.counts.all]).toEqual([own, own])
    const { points } = (await call('north', 'GET', 'points?tab=all')).body.result
    expect(points.every(({ lng }: { lng: number }) => lng > 120)).toBe(true)
  })

  it('cannot be linked through an alarm outside the scope', async () => {
    const id = await build({ regionCode: '210100' })
    const alarmId = await buildAlarm(server.db, { regionCode: '130102' })
    expect((await approve(id, { alarmId }, 'north')).message).toBe('报警不存在或无权查看')
    expect(await row(id)).toMatchObject({ state: 'pending', alarmId: null })
    expect((await approve(id, { alarmId })).success).toBe(true)
  })
})

describe('a reader with masked data', () => {
  it('[BZ-24] cannot find the second by narrowing the range', async () => {
    const hour = parseGmt8('2026-11-21 10:00:00') ?? 0
    const receivedAt = new Date(hour + 18 * MINUTE_MS + 5 * SECOND_MS)
    const id = await build({ receivedAt, shotAt: receivedAt, category: 'dead_animal' })
    const found = async (who: string, from: number, to: number, path = 'list') => {
      const open = who === 'reviewer'
      const query = `tab=all&category=dead_animal&from=${from}&to=${to}&open=${open}`
      return (await call(who, 'GET', `${path}?${query}`)).body.result.records.map((one: { id: string }) => one.id)
    }
    const at = receivedAt.getTime()
    const spans: readonly (readonly [number, number, boolean, boolean])[] = [
      [at - 1, at, true, true],
      [at, at + 1, false, true],
      [at - 2, at - 1, false, true],
      [hour + 1, hour + 2, false, true],
      [hour - HOUR_MS, hour, false, false],
      [hour + HOUR_MS, hour + 2 * HOUR_MS, false, false],
    ]
    for (const [from, to, open, masked] of spans) {
      expect([from - at, to - at, await found('reviewer', from, to)]).toEqual([from - at, to - at, open ? [id] : []])
      expect([from - at, to - at, await found('auditor', from, to)]).toEqual([from - at, to - at, masked ? [id] : []])
    }
  })

  it('[BZ-24] sees neither district, text nor media id', async () => {
    const id = await build({ text: '三号楼王某家', mediaId: 'm-secret', lng: 114.512, lat: 38.043 })
    for (const path of [`get?id=${id}`, `list?tab=all`, 'points?tab=all']) {
      const text = JSON.stringify((await call('auditor', 'GET', path)).body)
      for (const secret of ['王某', 'm-secret', '130102', '114.512', 'f'.repeat(9)]) expect(text).not.toContain(secret)
    }
    const of = async (region: string) =>
      (await call('auditor', 'GET', `list?tab=all&region=${region}`)).body.result.total
    expect(await of('130102')).toBe(await of('130199'))
    expect(await of('1302')).toBe(0)
  })

  it('[BZ-24] gets masked data in responses to changes, even with permission for more', async () => {
    const id = await build({ text: '三号楼王某家', lng: 114.512, lat: 38.043 })
    const { result } = await approve(id, { note: '属实' })
    expect(result).toMatchObject({ text: '', regionCode: '130100', place: { lng: 114.5, lat: 38 } })
    expect(result.receivedMs % HOUR_MS).toBe(0)
  })
})

describe('undoing a decision', () => {
  it.each([
    [0, true],
    [12 * SECOND_MS, true],
    [12 * SECOND_MS + 1, false],
  ])('%d ms later: %s', async (ms, isDone) => {
    const id = await build()
    await approve(id, { reply: '收到' })
    clock.advance(ms)
    const answer = await act('reviewer', 'undo', id)
    expect([answer.success, (await row(id)).state]).toEqual([isDone, isDone ? 'pending' : 'approved'])
    const [reply] = await server.db.selectFrom('monWxReply').selectAll().where('imageId', '=', id).execute()
    expect([reply?.state, reply?.dueAt === null]).toEqual([isDone ? 'cancelled' : 'waiting', isDone])
  })

  it('succeeds once for concurrent requests, and not for archived or undecided pictures', async () => {
    const id = await build()
    await approve(id)
    const { version } = await row(id)
    const undo = async () => (await call('reviewer', 'POST', 'undo', { id, version })).body.success as boolean
    expect((await Promise.all([undo(), undo()])).toSorted()).toEqual([false, true])
    expect((await act('reviewer', 'undo', id)).message).toBe('已超过可撤销的时间')
    await approve(id)
    await act('reviewer', 'archive', id)
    expect((await act('reviewer', 'undo', id)).message).toBe('已超过可撤销的时间')
    expect((await row(id)).state).toBe('archived')
  })

  it('makes the picture non-public', async () => {
    const id = await build({ coveredAt: new Date(NOW), coveredBy: 'reviewer' })
    await approve(id)
    expect((await act('reviewer', 'publish', id, { isPublic: true })).success).toBe(true)
    expect((await act('reviewer', 'undo', id)).success).toBe(true)
    expect(await row(id)).toMatchObject({ state: 'pending', isPublic: false, reviewedBy: null })
  })

  it('cancels its own reply, but not replies of earlier decisions', async () => {
    const id = await build()
    await act('reviewer', 'review', id, { decision: 'ask', reply: '请发送位置' })
    await server.db.updateTable('monWxReply').set({ state: 'sent', dueAt: null }).where('imageId', '=', id).execute()
    clock.advance(HOUR_MS)
    await approve(id, { reply: '已核实' }, 'second')
    expect((await act('second', 'undo', id)).success).toBe(true)
    const replies = await server.db.selectFrom('monWxReply').selectAll().where('imageId', '=', id).execute()
    expect(replies.map(({ text, state }) => [text, state]).toSorted()).toEqual([
      ['已核实', 'cancelled'],
      ['请发送位置', 'sent'],
    ])
  })
})

describe('a public copy', () => {
  const STATES = ['pending', 'need_info', 'approved', 'rejected', 'archived'] as const
  it.each(STATES.flatMap((state) => [true, false].map((isCovered) => [state, isCovered] as const)))(
    '[BZ-24] of a picture that is %s, covered: %s',
    async (state, isCovered) => {
      const covered = isCovered ? { coveredAt: new Date(NOW), coveredBy: 'reviewer' } : {}
      const id = await build({ state, ...covered })
      const isAllowed = isCovered && (state === 'approved' || state === 'archived')
      const { success, message } = await act('reviewer', 'publish', id, { isPublic: true })
      expect([success, (await row(id)).isPublic]).toEqual([isAllowed, isAllowed])
      const refusal = isCovered ? '该状态下不能执行此操作！' : '须先遮盖人脸与车牌'
      expect(message).toBe(isAllowed ? '已公开' : refusal)
      expect((await act('reviewer', 'publish', id, { isPublic: false })).success).toBe(true)
      expect((await row(id)).isPublic).toBe(false)
    },
  )
})
