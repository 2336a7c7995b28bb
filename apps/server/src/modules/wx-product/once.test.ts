import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { NO_WX_ACCOUNT, WxError, type WxGateway } from '../wx/index.ts'
import { startWxProductWorker } from './index.ts'
import type { StoredProduct } from './product.repository.ts'
import { advance, SETTLE_MS } from './publish.ts'
import { fakeAccount } from './testing/fake-account.ts'
import { productForm } from './testing/product-form.ts'
import { claimProduct, noteWork } from './worker.repository.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const clock = createManualClock(NOW)
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
const store = createLocalStore('/nowhere')
const lost = () => new WxError('连接公众号失败或超时')

let server: TestApp
let fake: ReturnType<typeof fakeAccount>
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock, config: { demoEnabled: false } })
  const people = { boss: 'nat_admin', editor: 'wx_editor', reviewer: 'wx_reviewer', duty: 'nat_duty' }
  for (const [name, role] of Object.entries(people)) {
    await server.addUser(name, { roles: [role] })
    tokens[name] = await server.signIn(name)
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  fake = fakeAccount()
  await server.db.updateTable('monWxProduct').set({ lookAt: null }).execute()
})

const call = async (who: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await server.call(method, `/mon/wx/product/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const get = async (id: string): Promise<WxProductDetail> => (await call('editor', 'GET', `get?id=${id}`)).result
async function act(who: string, action: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'POST', action, { id, version, ...given })
}
async function scheduled(given: object = {}, atMs: number | null = null): Promise<WxProduct> {
  const product: WxProduct = (await call('editor', 'POST', 'add', productForm(given))).result
  await act('editor', 'submit', product)
  await act('duty', 'approve', product)
  expect((await act('editor', 'schedule', product, { atMs })).success).toBe(true)
  return product
}
const stored = (id: string): Promise<StoredProduct> =>
  server.db.selectFrom('monWxProduct').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const deps = () => ({ db: server.db, store, gateway: fake.gateway, author: '测试网络', now: clock.now })
async function look(gateway: WxGateway = fake.gateway): Promise<void> {
  const worker = startWxProductWorker({ ...deps(), gateway, bus: server.bus, log, clock })
  await worker.look()
  await worker.stop()
}
async function pass(ms: number, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    clock.leap(ms)
    await look()
  }
}
const callsOf = (name: string) => fake.account.calls.filter((one) => one === name).length
const failing = (name: string, times: number, error = lost) => {
  for (let i = 0; i < times; i++) fake.account.fails.push({ call: name, error: error() })
}

describe('submission of a draft', () => {
  it('happens once for concurrent calls with the same row, as after an expired lease', async () => {
    const { id } = await scheduled()
    await advance(deps(), await stored(id))
    await advance(deps(), await stored(id))
    const seen = await stored(id)
    expect([seen.state, seen.draftId !== null, seen.submittingAt]).toEqual(['publishing', true, null])
    await Promise.all([advance(deps(), seen), advance(deps(), seen), advance(deps(), seen)])
    expect(callsOf('publish')).toBe(1)
    expect((await stored(id)).wxPublishId).toBe('P-D-1')
  })

  it('does not happen with an outdated row', async () => {
    const { id } = await scheduled()
    const before = await stored(id)
    await advance(deps(), before)
    // The version has changed with the state: the old row can no longer be written.
    expect(await noteWork(server.db, before, { draftId: 'D-other' })).toBe(false)
    await advance(deps(), before)
    expect(await stored(id)).toMatchObject({ state: 'publishing', draftId: null })
    const { log: steps } = await get(id)
    expect(steps.filter(({ action }) => action === '开始发布')).toHaveLength(1)
  })

  it('with unknown outcome blocks changes of the text', async () => {
    const product = await scheduled()
    failing('publishState', 8)
    await look()
    await pass(31 * MINUTE_MS, 8)
    // Accepted and published, but the response was lost.
    expect(fake.account.out.size).toBe(1)
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason: '连接公众号失败或超时' })
    expect((await act('editor', 'revise', product)).message).toBe('公众号是否已发布尚未确认，请先重试发布')
    await act('editor', 'retry', product)
    await act('editor', 'unschedule', product)
    expect((await act('editor', 'revise', product)).message).toBe('公众号是否已发布尚未确认，请先重试发布')
    await act('editor', 'schedule', product, { atMs: null })
    await pass(MINUTE_MS, 2)
    expect(await get(product.id)).toMatchObject({ state: 'published', url: 'https://mp.example/A-D-1' })
    expect([callsOf('publish'), fake.account.out.size]).toEqual([1, 1])
  })

  it('with unknown outcome is repeated once after two persons confirm that it was not published', async () => {
    const product = await scheduled()
    // Accepted but lost: neither a draft nor published.
    fake.account.loses.push('publish')
    const { publish } = fake.gateway
    fake.gateway.publish = async (draftId) => {
      fake.gateway.publish = publish
      const answer = publish(draftId)
      fake.account.out.clear()
      return answer
    }
    expect((await act('editor', 'lose', product, { note: '未查到' })).message).toBe('该状态下不能执行此操作！')
    await look()
    await pass(SETTLE_MS)
    expect(await get(product.id)).toMatchObject({ state: 'failed', isUnsure: true, lost: null })
    expect((await act('reviewer', 'forget', product)).message).toBe('尚未有人申报该产品未发出')
    expect((await act('editor', 'lose', product)).success).toBe(false)
    await act('boss', 'lose', product, { note: '公众平台发布记录中没有' })
    expect((await get(product.id)).lost).toMatchObject({ username: 'boss' })
    expect((await act('boss', 'forget', product)).message).toBe('须由申报人以外的人确认')
    // A retry cancels the statement.
    await act('editor', 'retry', product)
    await pass(MINUTE_MS)
    await pass(SETTLE_MS)
    expect(await get(product.id)).toMatchObject({ state: 'failed', isUnsure: true, lost: null })
    await act('boss', 'lose', product, { note: '公众平台发布记录中没有' })
    const { version } = await get(product.id)
    const both = await Promise.all([1, 2].map(() => call('reviewer', 'POST', 'forget', { id: product.id, version })))
    expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(await get(product.id)).toMatchObject({ state: 'failed', isUnsure: false, lost: null })
    expect((await act('boss', 'lose', product, { note: '再报' })).message).toBe('该产品的发布结果已知，无需确认')
    const steps = (await get(product.id)).log.map(({ action, note }) => [action, note])
    expect(steps.filter(([action]) => action?.endsWith('未发出'))).toEqual([
      ['申报未发出', '公众平台发布记录中没有'],
      ['申报未发出', '公众平台发布记录中没有'],
      ['确认未发出', ''],
    ])
    await act('editor', 'retry', product)
    await pass(MINUTE_MS, 4)
    expect(await get(product.id)).toMatchObject({ state: 'published', isUnsure: false })
    expect([callsOf('publish'), fake.account.out.size]).toEqual([2, 1])
  })

  it('is also repeated when the account gave a publish id but never an outcome', async () => {
    const product = await scheduled()
    failing('publishState', 8)
    await look()
    await pass(31 * MINUTE_MS, 8)
    expect(await stored(product.id)).toMatchObject({ state: 'failed', wxPublishId: 'P-D-1' })
    fake.account.out.clear()
    await act('boss', 'lose', product, { note: '公众平台发布记录中没有' })
    expect((await act('reviewer', 'forget', product)).success).toBe(true)
    expect(await stored(product.id)).toMatchObject({
      draftId: null,
      wxPublishId: null,
      submittingAt: null,
      attempts: 0,
      reason: '已由两人确认未发出，可重新发布或改为草稿',
    })
    const told = await server.db.selectFrom('sysAnnouncement').select('title').where('busId', '=', product.id).execute()
    expect(told.map(({ title }) => title)).toContainEqual(expect.stringContaining('已由两人确认未发出，可重新发布'))
    await act('editor', 'retry', product)
    await pass(MINUTE_MS, 4)
    expect((await get(product.id)).state).toBe('published')
    expect([callsOf('publish'), fake.account.out.size]).toEqual([2, 1])
  })

  it('with unknown outcome is followed up even if its cause has gone, without checking it again', async () => {
    const alarm = await buildAlarm(server.db, { severity: 3 })
    const product = await scheduled({ type: 'warning', severity: 3, cause: { kind: 'alarm', id: alarm } })
    failing('publishState', 8)
    await look()
    await pass(31 * MINUTE_MS, 8)
    await server.db.updateTable('monAlarm').set({ closeCode: 'false' }).where('id', '=', alarm).execute()
    expect((await get(product.id)).fault).toContain('已排除或已关闭为误报')
    expect((await act('editor', 'retry', product)).success).toBe(true)
    await pass(MINUTE_MS, 2)
    expect((await get(product.id)).state).toBe('published')
    // Known to be published now, it can be recalled.
    expect((await act('duty', 'recall', product, { note: '误报' })).success).toBe(true)
    await pass(MINUTE_MS)
    expect(fake.account.out.size).toBe(0)
  })

  it('is repeated only if it is still a draft exactly ten minutes later', async () => {
    const { id } = await scheduled()
    fake.account.fails.push({ call: 'publish', error: lost() })
    await look()
    const since = (await stored(id)).submittingAt?.getTime() ?? 0
    clock.leap(since + SETTLE_MS - 1 - clock.now())
    await advance(deps(), await stored(id))
    expect((await stored(id)).submittingAt?.getTime()).toBe(since)
    clock.leap(1)
    await advance(deps(), await stored(id))
    expect((await stored(id)).submittingAt).toBeNull()
    await advance(deps(), await stored(id))
    expect(callsOf('publish')).toBe(2)
  })

  it('uses a new draft after the platform refused the article, and the old one after a rate limit', async () => {
    const refused = await scheduled()
    fake.account.state = 'failed'
    await look()
    await pass(MINUTE_MS)
    expect(await stored(refused.id)).toMatchObject({ draftId: null, submittingAt: null, wxPublishId: null })
    const limited = await scheduled()
    failing('publish', 8, () => new WxError('公众号接口今日调用次数已达上限', { code: 45_009 }))
    await look()
    await pass(31 * MINUTE_MS, 8)
    expect(await stored(limited.id)).toMatchObject({ state: 'failed', submittingAt: null, draftId: 'D-2' })
    // Refused each time, so the text may be changed.
    expect((await act('editor', 'revise', limited)).success).toBe(true)
    expect(await stored(limited.id)).toMatchObject({ draftId: null, approvedBy: null, scheduleAt: null })
  })
})

describe('a change between scheduling and publishing', () => {
  const due = async (given: object) => {
    const product = await scheduled(given, clock.now() + HOUR_MS)
    return { product, pass: () => pass(HOUR_MS) }
  }
  it.each([
    ['a cause that turned out to be a drill', { drill: true }, '演练内容不能对外发布'],
    ['a cause that was nothing', { closeCode: 'false' as const }, '已排除或已关闭为误报'],
    ['a cause that is less grave by now', { severity: 4 }, '预警不能高于它'],
  ])('blocks publishing: %s', async (_name, columns, reason) => {
    const alarm = await buildAlarm(server.db, { severity: 3 })
    const { product, pass: wait } = await due({ type: 'warning', severity: 3, cause: { kind: 'alarm', id: alarm } })
    await server.db.updateTable('monAlarm').set(columns).where('id', '=', alarm).execute()
    await wait()
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) })
    expect(fake.account.calls).toEqual([])
  })

  it('blocks publishing and notifies the author: a newly forbidden word', async () => {
    const { product, pass: wait } = await due({ summary: '请放心呼吸' })
    const dict = await server.db.selectFrom('sysDict').select('id').where('dictCode', '=', 'mon_wx_word').execute()
    const item = { id: 'w-1', dictId: dict[0]?.id ?? '', itemText: '改为“可正常活动”', itemValue: '放心呼吸' }
    await server.db.insertInto('sysDictItem').values(item).execute()
    await wait()
    const reason = '含有不宜发布的词语：摘要“放心呼吸”（改为“可正常活动”）'
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason })
    const told = await server.db.selectFrom('sysAnnouncement').select('title').where('busId', '=', product.id).execute()
    expect(told.map(({ title }) => title)).toContainEqual(expect.stringContaining(`发布失败：${reason.slice(0, 20)}`))
  })
})

describe('without an account or demonstration', () => {
  it('scheduling warns the user, and the product fails with a message at its time', async () => {
    const product = await scheduled({}, clock.now() + HOUR_MS)
    await act('editor', 'unschedule', product)
    const answer = await act('editor', 'schedule', product, { atMs: clock.now() + HOUR_MS })
    expect(answer.message).toBe('已安排发布，但尚未配置公众号，到时无法发布')
    const pictures = await server.call('GET', '/mon/wx/image/list', { token: tokens['reviewer'] ?? '' })
    expect(pictures.body.result.hasAccount).toBe(false)
    clock.leap(HOUR_MS)
    await look(NO_WX_ACCOUNT)
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason: '尚未配置公众号' })
    // Once an account is configured, a user retries.
    expect((await act('editor', 'retry', product)).message).toContain('但尚未配置公众号')
    await pass(MINUTE_MS, 2)
    expect((await get(product.id)).state).toBe('published')
  })

  it('a removal stays due, with the reason', async () => {
    const product = await scheduled()
    await look()
    await pass(MINUTE_MS)
    await act('reviewer', 'recall', product, { note: '有误' })
    await look(NO_WX_ACCOUNT)
    expect(await get(product.id)).toMatchObject({ state: 'recalled', isRemovalDue: true, trouble: '尚未配置公众号' })
    await pass(HOUR_MS)
    expect((await get(product.id)).isRemovalDue).toBe(false)
  })

  it.each([
    [{ demoEnabled: true }, '已安排发布'],
    [{ wxAppId: 'wx1', wxAppSecret: 's' }, '已安排发布'],
    [{ wxAppId: 'wx1' }, '已安排发布，但尚未配置公众号，到时无法发布'],
  ])('scheduling depends on the configuration: %j', async (config, message) => {
    const other = await buildTestApp({ clock, config: { demoEnabled: false, ...config } })
    await other.addUser('editor', { roles: ['wx_editor'] })
    await other.addUser('reviewer', { roles: ['wx_reviewer'] })
    const [editor, reviewer] = [await other.signIn('editor'), await other.signIn('reviewer')]
    const post = async (path: string, token: string, body: object) =>
      (await other.call('POST', `/mon/wx/product/${path}`, { token, body })).body
    const { id } = (await post('add', editor, productForm())).result
    await post('submit', editor, { id, version: 1 })
    await post('approve', reviewer, { id, version: 2 })
    expect((await post('schedule', editor, { id, version: 3, atMs: null })).message).toBe(message)
    await other.close()
  })
})

describe('the queue', () => {
  it('hands out the longest-waiting product once, and again after its lease has expired', async () => {
    const [one, two] = [await scheduled({}, clock.now() + 2_000), await scheduled({}, clock.now() + 1_000)]
    const at = (ms: number) => new Date(clock.now() + ms)
    expect(await claimProduct(server.db, at(999))).toBeUndefined()
    expect((await claimProduct(server.db, at(2_000)))?.id).toBe(two.id)
    expect((await claimProduct(server.db, at(2_500)))?.id).toBe(one.id)
    expect(await claimProduct(server.db, at(121_999))).toBeUndefined()
    expect((await claimProduct(server.db, at(122_000)))?.id).toBe(two.id)
  })

  it('continues behind a failing product', async () => {
    const broken = await scheduled({}, clock.now() + 1_000)
    const fine = await scheduled({}, clock.now() + 2_000)
    const { addDraft } = fake.gateway
    fake.gateway.addDraft = (article) =>
      article.content.includes(broken.no) ? Promise.reject(new TypeError('not of the account')) : addDraft(article)
    await pass(MINUTE_MS, 3)
    expect(await get(broken.id)).toMatchObject({ state: 'publishing', trouble: '服务内部错误' })
    expect((await get(fine.id)).state).toBe('published')
  })

  it('counts readers for thirty days, and never decreases on late responses', async () => {
    const product = await scheduled()
    await look()
    fake.account.readers = 50
    await pass(HOUR_MS)
    await pass(HOUR_MS)
    fake.account.readers = 20
    await pass(DAY_MS)
    expect((await get(product.id)).stats.read).toBe(50)
    const { publishAt } = await stored(product.id)
    clock.leap((publishAt?.getTime() ?? 0) + 30 * DAY_MS - clock.now())
    fake.account.readers = 70
    await look()
    expect((await get(product.id)).stats.read).toBe(70)
    fake.account.readers = 90
    await pass(DAY_MS)
    expect([(await get(product.id)).stats.read, (await stored(product.id)).lookAt]).toEqual([70, null])
  })
})
