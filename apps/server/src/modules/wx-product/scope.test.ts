import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildAqi } from '../aqi/testing/rows.ts'
import { upsertStats } from './stat.repository.ts'
import { productForm } from './testing/product-form.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const MIDNIGHT = parseGmt8('2026-11-21 00:00:00') ?? 0
const clock = createManualClock(NOW)
const PEOPLE = {
  editor: ['wx_editor', ['*']],
  reviewer: ['wx_reviewer', ['*']],
  duty: ['nat_duty', ['*']],
  auditor: ['auditor', ['*']],
  analyst: ['analyst', ['*']],
  south: ['wx_editor', ['44']],
  southReviewer: ['wx_reviewer', ['44']],
  eastReviewer: ['wx_reviewer', ['32']],
} as const

let server: TestApp
const tokens: Record<string, string> = {}
const stations: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock })
  for (const [name, [role, regionPrefixes]] of Object.entries(PEOPLE)) {
    await server.addUser(name, { roles: [role], regionPrefixes: [...regionPrefixes] })
    tokens[name] = await server.signIn(name)
  }
  for (const [name, regionCode, aqi] of [
    ['苏州站', '320500', 80],
    ['广州站', '440100', 130],
  ] as const) {
    const { id } = await buildStation(server.db, { name, regionCode })
    await buildDevice(server.db, { stationId: id, regionCode, metrics: ['pm25', 'o3'] })
    await buildAqi(server.db, { of: 'station', id, span: 'day', endMs: MIDNIGHT, aqi })
    stations[regionCode] = id
  }
  await buildAlarm(server.db, { no: 'AL-EAST', regionCode: '320500', triggerTs: new Date(MIDNIGHT) })
  await buildAlarm(server.db, { no: 'AL-SOUTH', regionCode: '440100', triggerTs: new Date(MIDNIGHT) })
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT'
const send = (who: string, method: Method, path: string, body?: object) =>
  server.call(method, `/mon/wx/product/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })
const call = async (who: string, method: Method, path: string, body?: object) =>
  (await send(who, method, path, body)).body
const add = async (given: object = {}, who = 'editor'): Promise<WxProduct> =>
  (await call(who, 'POST', 'add', productForm(given))).result
const get = async (id: string, who = 'editor'): Promise<WxProductDetail> =>
  (await call(who, 'GET', `get?id=${id}`)).result
const set = (id: string, columns: object) =>
  server.db.updateTable('monWxProduct').set(columns).where('id', '=', id).execute()
const published = (publishMs: number, given: object = {}) => ({
  state: 'published',
  articleId: 'A-1',
  approvedBy: 'reviewer',
  publishAt: new Date(publishMs),
  ...given,
})

const SEEING = ['editor', 'reviewer', 'duty', 'auditor']
const DECIDING = ['reviewer', 'duty']
const PUBLISHING = ['editor', 'reviewer', 'duty']
const ref = { id: 'none', version: 1 }
/** Calls that are not in the table of actions, with the users allowed to make them. */
const CALLS: readonly (readonly [Method, string, object | undefined, readonly string[]])[] = [
  ['GET', 'list', undefined, SEEING],
  ['GET', 'exportXls', undefined, SEEING],
  ['GET', 'get?id=none', undefined, SEEING],
  ['GET', 'calendar?from=0&to=1', undefined, SEEING],
  ['GET', 'stats', undefined, SEEING],
  ['GET', 'words', undefined, SEEING],
  ['GET', 'causes', undefined, ['editor']],
  ['POST', 'figures', { regionCode: '', blocks: [] }, ['editor']],
  ['POST', 'add', { ...productForm(), title: '' }, ['editor']],
  ['PUT', 'edit', { ...productForm(), ...ref, refresh: false }, ['editor']],
  ['POST', 'approve', ref, DECIDING],
  ['POST', 'recall', { ...ref, note: '有误' }, DECIDING],
  ['POST', 'retry', ref, PUBLISHING],
]

describe('permitted users of each call', () => {
  it.each(CALLS)('%s %s', async (method, path, body, allowed) => {
    const passed: string[] = []
    for (const who of ['editor', 'reviewer', 'duty', 'auditor', 'analyst'])
      if ((await send(who, method, path, body)).status !== 403) passed.push(who)
    expect(passed).toEqual(allowed)
    const bare = await server.call(method, `/mon/wx/product/${path}`, body ? { body } : {})
    expect(bare.status).toBe(401)
  })
})

describe('a product of another region', () => {
  const ACTIONS: readonly (readonly [string, string, object])[] = [
    ['submit', 'draft', {}],
    ['withdraw', 'in_review', {}],
    ['approve', 'in_review', {}],
    ['return', 'in_review', { note: '请补充' }],
    ['revise', 'approved', {}],
    ['schedule', 'approved', { atMs: null }],
    ['unschedule', 'scheduled', {}],
    ['retry', 'failed', {}],
    ['recall', 'published', { note: '有误' }],
    ['archive', 'published', {}],
  ]
  it.each(ACTIONS)('%s: is answered as not found, and stays %s', async (action, state, given) => {
    const { id } = await add({ regionCode: '320000' })
    await set(id, { state, ...(state !== 'draft' && state !== 'in_review' && published(NOW, { state })) })
    const who = ['approve', 'return', 'recall'].includes(action) ? 'southReviewer' : 'south'
    // Neither an old version nor another state reveals that it exists.
    for (const version of [1, 99])
      expect((await call(who, 'POST', action, { id, version, ...given })).message).toBe('未找到对应数据')
    expect((await get(id)).state).toBe(state)
  })

  it('is not overwritten, listed, counted or exported', async () => {
    const { id } = await add({ regionCode: '320000', title: '江苏日报' })
    await set(id, published(NOW - 1))
    const edit = { ...productForm({ regionCode: '440000' }), id, version: 1, refresh: false }
    expect((await call('south', 'PUT', 'edit', edit)).message).toBe('未找到对应数据')
    const { records, counts } = (await call('south', 'GET', 'list?pageSize=100')).result
    expect([records, counts.all, counts.published]).toEqual([[], 0, 0])
    expect((await call('south', 'GET', `calendar?from=${NOW - DAY_MS}&to=${NOW}`)).result).toEqual([])
    expect((await call('south', 'GET', 'stats?days=7')).result.total.articles).toBe(0)
    expect((await call('south', 'GET', 'stats?days=7')).result.top).toEqual([])
  })

  it('is not used as the previous issue', async () => {
    const east = await add({ regionCode: '320000', type: 'survey' })
    await set(east.id, published(NOW - 2))
    const own = await add({ regionCode: '440000', type: 'survey' }, 'south')
    expect((await get(own.id)).before).toBeNull()
    const issue = await add({ regionCode: '440000', type: 'survey', title: '上一期' }, 'south')
    await set(issue.id, published(NOW - 3))
    const old = await add({ regionCode: '440000', type: 'survey', title: '更早' }, 'south')
    await set(old.id, published(NOW - 4))
    const recalled = await add({ regionCode: '440000', type: 'survey' }, 'south')
    await set(recalled.id, published(NOW - 1, { state: 'recalled' }))
    const foreign = await add({ regionCode: '440000', type: 'survey' }, 'south')
    await set(foreign.id, published(NOW, { sysOrgCode: 'A02' }))
    expect((await get(own.id)).before).toMatchObject({ label: `上一期 ${issue.no}`, title: '上一期' })
  })

  it('is notified only to users who see its region', async () => {
    const { id } = await add({ regionCode: '440000' }, 'south')
    await call('south', 'POST', 'submit', { id, version: 1 })
    const told = await server.db
      .selectFrom('sysAnnouncement as note')
      .innerJoin('sysAnnouncementSend as send', 'send.announcementId', 'note.id')
      .innerJoin('sysUser as person', 'person.id', 'send.userId')
      .select('person.username')
      .where('note.busId', '=', id)
      .execute()
    expect(told.map(({ username }) => username).toSorted()).toEqual(['duty', 'reviewer', 'southReviewer'])
  })

  it('is notified only to the duty officer if it is a severe warning', async () => {
    const [alarm] = (await call('south', 'GET', 'causes?text=AL-')).result
    const cause = { kind: 'alarm', id: alarm.id }
    const { id } = await add({ regionCode: '440000', type: 'warning', severity: alarm.severity, cause }, 'south')
    expect((await call('south', 'POST', 'submit', { id, version: 1 })).success).toBe(true)
    const told = await server.db
      .selectFrom('sysAnnouncement as note')
      .innerJoin('sysAnnouncementSend as send', 'send.announcementId', 'note.id')
      .innerJoin('sysUser as person', 'person.id', 'send.userId')
      .select('person.username')
      .where('note.busId', '=', id)
      .execute()
    expect(told).toEqual([{ username: 'duty' }])
    // A reviewer who may not approve it may still return it.
    const answer = await call('southReviewer', 'POST', 'return', { id, version: 2, note: '请补充' })
    expect(answer.message).toBe('已退回')
  })
})

describe('pictures of a product', () => {
  const file = (n: number, given: object = {}) => ({
    id: `wx-file-${n}`,
    path: `wx/${String(n).repeat(32)}_1.jpg`,
    storeKey: `0/wx/${n}.jpg`,
    fileName: 'one.jpg',
    biz: 'wx',
    mimeType: 'image/jpeg',
    fileSize: 1,
    sha256: Buffer.alloc(32, n),
    createBy: 'editor',
    isPrivate: false,
    sysOrgCode: 'A01',
    ...given,
  })
  it.each([
    [1, 'a public picture', {}, '已保存草稿'],
    [2, 'a private one', { isPrivate: true }, '图片不存在，请重新上传'],
    [3, 'a sheet', { mimeType: 'application/vnd.ms-excel' }, '图片不存在，请重新上传'],
  ])('%d %s, in the text and as cover', async (n, _name, given, message) => {
    const owner = server.db.selectFrom('sysUser').select('id').where('username', '=', 'editor')
    const { id: ownerId } = await owner.executeTakeFirstOrThrow()
    const { path, ...row } = file(n, given)
    await server.db
      .insertInto('sysFile')
      .values({ ...row, path, ownerId })
      .execute()
    for (const form of [
      { blocks: [{ id: 'p', type: 'image', path, caption: '' }] },
      { cover: { path, wide: [0, 0, 1, 1], square: [0, 0, 1, 1] } },
    ])
      expect((await call('editor', 'POST', 'add', productForm(form as never))).message).toBe(message)
  })
})

describe('figures of a region', () => {
  const air = { id: 'a', type: 'air', span: 'day', place: 'station', toMs: MIDNIGHT, rows: 5 } as const
  const alarms = { id: 'n', type: 'alarms', days: 1, toMs: NOW, severityMax: 5, rows: 9 } as const
  const curve = (placeId: string | undefined) =>
    ({ id: 'c', type: 'curve', span: 'day', place: 'station', placeId, toMs: MIDNIGHT, count: 2 }) as const
  const names = ({ snapshot }: WxProductDetail) => (snapshot.figures['a']?.rows ?? []).map(([name]) => name)
  const lead = ({ snapshot }: WxProductDetail) => snapshot.figures['n']?.lead

  it.each([
    ['editor', '', ['广州站', '苏州站'], 2],
    ['editor', '320000', ['苏州站'], 1],
    ['editor', '320500', ['苏州站'], 1],
    ['editor', '440000', ['广州站'], 1],
    ['editor', '110000', [], 0],
    ['south', '440000', ['广州站'], 1],
  ] as const)('%s writes about %j: %j, %d alarms', async (who, regionCode, places, count) => {
    const product = await add({ regionCode, blocks: [air, alarms] }, who)
    const detail = await get(product.id)
    expect(names(detail)).toEqual(places)
    expect(lead(detail)).toMatch(count === 0 ? '该时段没有报警。' : `共 ${count} 个报警`)
  })

  it("are limited to its creator's scope, whoever edits or reviews it", async () => {
    const product = await add({ regionCode: '440000', blocks: [air] }, 'south')
    const national = { ...productForm({ regionCode: '', blocks: [air] }), id: product.id, version: 1, refresh: true }
    expect((await call('editor', 'PUT', 'edit', national)).success).toBe(true)
    // The country within its author's scope: other users' edits do not widen it.
    expect(names(await get(product.id))).toEqual(['广州站'])
    expect((await get(product.id)).stale).toEqual([])
  })

  it('refuse a curve of a place in another region, and are recomputed when the region changes', async () => {
    const refused = await call(
      'south',
      'POST',
      'add',
      productForm({ regionCode: '440000', blocks: [curve(stations['320500'])] as never }),
    )
    expect(refused.message).toBe('曲线的地点不存在，请重新选择')
    const product = await add({ regionCode: '320000', blocks: [air] })
    const moved = {
      ...productForm({ regionCode: '440000', blocks: [air] }),
      id: product.id,
      version: 1,
      refresh: false,
    }
    await call('editor', 'PUT', 'edit', moved)
    expect(names(await get(product.id))).toEqual(['广州站'])
  })

  it('are stale for a curve whose place was deleted, without blocking the view', async () => {
    const { id: gone } = await buildStation(server.db, { name: '临时站', regionCode: '320500' })
    await buildDevice(server.db, { stationId: gone, regionCode: '320500', metrics: ['pm25', 'o3'] })
    const product = await add({ blocks: [curve(gone)] as never })
    expect((await get(product.id)).stale).toEqual([])
    await server.db.updateTable('monStation').set({ delFlag: 1 }).where('id', '=', gone).execute()
    expect((await get(product.id)).stale).toEqual(['c'])
  })

  it('of another region are neither offered nor accepted as a cause', async () => {
    const found = async (who: string) =>
      (await call(who, 'GET', 'causes?text=AL-')).result.map(({ no }: { no: string }) => no).toSorted()
    expect(await found('editor')).toEqual(['AL-EAST', 'AL-SOUTH'])
    expect(await found('south')).toEqual(['AL-SOUTH'])
    const [east] = (await call('editor', 'GET', 'causes?text=AL-EAST')).result
    const form = productForm({
      type: 'warning',
      severity: 3,
      regionCode: '440000',
      cause: { kind: 'alarm', id: east.id },
    })
    expect((await call('south', 'POST', 'add', form)).message).toBe('关联的报警或事件不存在')
    expect((await call('editor', 'GET', `causes?text=${encodeURIComponent('%')}`)).result).toEqual([])
  })
})

describe('releases', () => {
  it('at midnight belong to the day they end, and to a span that ends there', async () => {
    const before = (await call('eastReviewer', 'GET', 'stats?days=1')).result.total.articles
    clock.leap(10 * DAY_MS)
    const now = clock.now()
    const midnight = MIDNIGHT + 10 * DAY_MS
    for (const [ms, readN] of [
      [now - DAY_MS, 1_000],
      [now - DAY_MS + 1, 5],
      [midnight, 7],
      [midnight + 1, 11],
      [now, 13],
      [now + 1, 1_000],
    ] as const) {
      const { id } = await add({ regionCode: '320000' })
      await set(id, published(ms, { readN, likeN: 1 }))
    }
    const { total, days, top } = (await call('eastReviewer', 'GET', 'stats?days=1')).result
    expect(before).toBeGreaterThanOrEqual(0)
    expect(total).toEqual({ articles: 4, read: 36, like: 4, share: 0, fav: 0 })
    expect(
      days.map(({ day, articles, read }: { day: string; articles: number; read: number }) => [day, articles, read]),
    ).toEqual([
      ['2026-11-30', 2, 12],
      ['2026-12-01', 2, 24],
    ])
    expect(top.map(({ stats }: WxProduct) => stats.read)).toEqual([13, 11, 7, 5])
  })

  it('keep the larger of two counts for one day, separately for each figure', async () => {
    const { id } = await add()
    const keep = (day: string, read: number, like: number) =>
      server.db.transaction().execute((trx) => upsertStats(trx, id, day, { read, like, share: 0, fav: 0 }))
    await Promise.all([keep('2026-11-21', 10, 3), keep('2026-11-21', 12, 1)])
    await keep('2026-11-22', 11, 4)
    const { days, stats } = await get(id)
    expect(days.map(({ day, read, like }) => [day, read, like])).toEqual([
      ['2026-11-21', 12, 3],
      ['2026-11-22', 11, 4],
    ])
    expect(stats).toMatchObject({ read: 12, like: 4 })
  })

  it('appear in the calendar when scheduled or published, unlike drafts', async () => {
    const at = new Date(clock.now() + DAY_MS)
    const shown: string[] = []
    for (const state of [
      'draft',
      'in_review',
      'approved',
      'scheduled',
      'publishing',
      'published',
      'failed',
      'recalled',
      'archived',
    ]) {
      const { id } = await add({ title: state })
      await set(id, {
        state,
        scheduleAt: at,
        approvedBy: 'reviewer',
        ...(state === 'published' && published(at.getTime())),
      })
      if (!['draft', 'in_review', 'approved'].includes(state)) shown.push(state)
    }
    const { result } = await call('auditor', 'GET', `calendar?from=${at.getTime() - 1}&to=${at.getTime()}`)
    expect(result.map(({ title }: WxProduct) => title).toSorted()).toEqual(shown.toSorted())
  })
})
