import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { WxError } from '../wx/index.ts'
import { startWxProductWorker } from './index.ts'
import { SETTLE_MS } from './publish.ts'
import { fakeAccount } from './testing/fake-account.ts'
import { productForm } from './testing/product-form.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')

let server: TestApp
let folder: string
let editorId: string

let fake: ReturnType<typeof fakeAccount>
const tokens: Record<string, string> = {}
const clock = createManualClock(NOW)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-wx-'))
  server = await buildTestApp({ clock, config: { dataDir: folder } })
  editorId = await server.addUser('editor', { roles: ['wx_editor'] })
  await server.addUser('reviewer', { roles: ['wx_reviewer'] })
  for (const name of ['editor', 'reviewer']) tokens[name] = await server.signIn(name)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  fake = fakeAccount()
  // Products of other tests must not be due.
  await server.db.updateTable('monWxProduct').set({ lookAt: null }).execute()
})

const worker = () =>
  startWxProductWorker({
    db: server.db,
    bus: server.bus,
    log,
    gateway: fake.gateway,
    store: createLocalStore(join(folder, 'files')),
    author: '测试网络',
    clock,
  })
/** Runs one pass of a worker that stops afterwards. */
async function look(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const one = worker()
    await one.look()
    await one.stop()
  }
}
async function pass(ms: number, times = 1): Promise<void> {
  clock.leap(ms)
  await look(times)
}

const call = async (who: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await server.call(method, `/mon/wx/product/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const get = async (id: string): Promise<WxProductDetail> => (await call('editor', 'GET', `get?id=${id}`)).result
async function act(who: string, action: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'POST', action, { id, version, ...given })
}
async function approved(given: object = {}): Promise<WxProduct> {
  const product: WxProduct = (await call('editor', 'POST', 'add', productForm(given))).result
  await act('editor', 'submit', product)
  expect((await act('reviewer', 'approve', product)).success).toBe(true)
  return product
}
async function scheduled(given: object = {}): Promise<WxProduct> {
  const product = await approved(given)
  expect((await act('editor', 'schedule', product, { atMs: null })).success).toBe(true)
  return product
}

describe('publishing', () => {
  it('[BZ-17] publishes at the scheduled time with the number, and counts readers daily', async () => {
    const product = await approved()
    const atMs = clock.now() + 2 * HOUR_MS
    await act('editor', 'schedule', product, { atMs })
    await look()
    await pass(HOUR_MS)
    expect((await get(product.id)).state).toBe('scheduled')
    expect(fake.account.calls).toEqual([])
    await pass(HOUR_MS)
    await pass(MINUTE_MS)
    const out = await get(product.id)
    expect(out).toMatchObject({ state: 'published', url: 'https://mp.example/A-D-1', trouble: null })
    const article = fake.account.out.get('A-D-1')
    expect(article).toMatchObject({
      title: '空气质量日报',
      author: '测试网络',
      coverMediaId: `M-${product.no}-cover.jpg`,
    })
    expect(article?.content).toContain(`编号 ${product.no}-V1`)
    fake.account.readers = 120
    await pass(HOUR_MS)
    fake.account.readers = 300
    await pass(DAY_MS)
    const { stats, days } = await get(product.id)
    expect(stats).toEqual({ read: 300, like: 1, share: 2, fav: 0 })
    expect(days.map(({ read }) => read)).toEqual([120, 300])
    const { total, top } = (await call('editor', 'GET', 'stats?days=7')).result
    expect(total).toMatchObject({ articles: 1, read: 300 })
    expect(top[0].no).toBe(product.no)
    await pass(31 * DAY_MS)
    const { lookAt } = await server.db
      .selectFrom('monWxProduct')
      .select('lookAt')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect(lookAt).toBeNull()
  })

  it('uploads pictures and covers, redrawn without metadata', async () => {
    const picture = await sharp({ create: { width: 2_000, height: 900, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const path = 'wx/0123456789abcdef0123456789abcdef_1.jpg'
    await createLocalStore(join(folder, 'files')).put('0/wx/one.jpg', picture, 'image/jpeg')
    await server.db
      .insertInto('sysFile')
      .values({
        id: 'wx-one',
        path,
        storeKey: '0/wx/one.jpg',
        fileName: 'one.jpg',
        biz: 'wx',
        mimeType: 'image/jpeg',
        fileSize: picture.length,
        sha256: createHash('sha256').update(picture).digest(),
        ownerId: editorId,
        createBy: 'editor',
        isPrivate: false,
        sysOrgCode: 'A01',
      })
      .execute()
    const uploads: Buffer[] = []
    const { uploadImage, uploadMaterial } = fake.gateway
    fake.gateway.uploadImage = (bytes, name) => (uploads.push(bytes), uploadImage(bytes, name))
    fake.gateway.uploadMaterial = (bytes, name) => (uploads.push(bytes), uploadMaterial(bytes, name))
    await scheduled({
      cover: { path, wide: [0, 0.1, 1, 0.9], square: [0.25, 0, 0.75, 1] },
      blocks: [{ id: 'p', type: 'image', path, caption: '现场' }],
    })
    await look()
    await pass(MINUTE_MS)
    const [article] = fake.account.out.values()
    expect(article).toMatchObject({ cropWide: [0, 0.1, 1, 0.9], cropSquare: [0.25, 0, 0.75, 1] })
    expect(article?.content).toMatch(/<img src="https:\/\/img\.example\/WP-\d+-\d+-p\.jpg" alt="现场"/)
    expect(uploads).toHaveLength(2)
    for (const bytes of uploads) {
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_080, format: 'jpeg' })
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    }
  })

  it('happens once with five concurrent processes', async () => {
    const product = await scheduled()
    await Promise.all(Array.from({ length: 5 }, () => look(2)))
    clock.leap(MINUTE_MS)
    await Promise.all(Array.from({ length: 5 }, () => look(2)))
    expect((await get(product.id)).state).toBe('published')
    expect(fake.account.calls.filter((one) => one === 'publish')).toHaveLength(1)
    expect(fake.account.out.size).toBe(1)
  })

  it('stops after the schedule was cancelled', async () => {
    const product = await scheduled()
    await act('editor', 'unschedule', product)
    await pass(HOUR_MS)
    expect((await get(product.id)).state).toBe('approved')
    expect(fake.account.calls).toEqual([])
  })
})

/** The process dies at the given call, before or after the account has executed it. */
const CRASHES = [
  ['addDraft', 'before'],
  ['addDraft', 'after'],
  ['publish', 'before'],
  ['publish', 'after'],
  ['publishState', 'before'],
] as const

describe('a crash between two steps', () => {
  it.each(CRASHES)('at %s, %s it: the article is published once', async (name, when) => {
    const product = await scheduled()
    if (when === 'before') fake.account.fails.push({ call: name, error: new WxError('连接公众号失败或超时') })
    else fake.account.loses.push(name)
    await look()
    await pass(2 * MINUTE_MS, 2)
    for (let i = 0; i < 4; i++) await pass(SETTLE_MS)
    expect((await get(product.id)).state).toBe('published')
    expect(fake.account.out.size).toBe(1)
    expect(fake.account.calls.filter((one) => one === 'publish').length).toBe(
      name === 'publish' && when === 'before' ? 2 : 1,
    )
  })

  it('reports an unknown outcome meanwhile, and blocks changes of the text', async () => {
    const product = await scheduled()
    fake.account.loses.push('publish')
    const { publish } = fake.gateway
    // Accepted, but neither a draft nor published yet.
    fake.gateway.publish = async (draftId) => {
      const answer = publish(draftId)
      fake.account.out.clear()
      return answer
    }
    await look()
    expect((await get(product.id)).trouble).toBe('未收到公众号的应答，正在核实是否已发布')
    await pass(SETTLE_MS)
    const failed = await get(product.id)
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('查不到发布结果') })
    expect((await act('editor', 'revise', product)).message).toBe('公众号是否已发布尚未确认，请先重试发布')
    // A manual check finds it published.
    const [draft] = [...fake.account.drafts.values()]
    expect(draft).toBeUndefined()
    fake.account.out.set('A-late', {
      title: '',
      digest: '',
      coverMediaId: '',
      content: `编号 ${product.no}-V1`,
    })
    expect((await act('editor', 'retry', product)).success).toBe(true)
    await pass(MINUTE_MS, 2)
    expect(await get(product.id)).toMatchObject({ state: 'published', url: 'https://mp.example/A-late' })
    expect(fake.account.calls.filter((one) => one === 'publish')).toHaveLength(1)
  })
})

describe('responses of the account', () => {
  it('a daily limit: retried with increasing delays', async () => {
    const product = await scheduled()
    const limit = () => new WxError('公众号接口今日调用次数已达上限', { code: 45_009 })
    fake.account.fails.push({ call: 'publish', error: limit() }, { call: 'publish', error: limit() })
    await look()
    expect(await get(product.id)).toMatchObject({
      state: 'publishing',
      attempts: 1,
      trouble: '公众号接口今日调用次数已达上限',
    })
    await pass(20_000)
    expect(fake.account.calls.filter((one) => one === 'publish')).toHaveLength(1)
    await pass(10_000)
    await pass(30_000)
    expect(fake.account.calls.filter((one) => one === 'publish')).toHaveLength(2)
    await pass(30_000)
    await pass(MINUTE_MS)
    expect((await get(product.id)).state).toBe('published')
  })

  it('unreachable: fails after eight tries, until a user retries', async () => {
    const product = await scheduled()
    for (let i = 0; i < 8; i++)
      fake.account.fails.push({ call: 'addDraft', error: new WxError('连接公众号失败或超时') })
    for (let i = 0; i < 9; i++) await pass(31 * MINUTE_MS)
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason: '连接公众号失败或超时' })
    expect((await act('editor', 'retry', product)).success).toBe(true)
    await look()
    await pass(MINUTE_MS)
    expect((await get(product.id)).state).toBe('published')
  })

  it('a rejected draft or a failed audit: fails once with the reason', async () => {
    const refused = await scheduled()
    const error = new WxError('草稿未通过公众号的发布检查', { code: 53_503, isPassing: false })
    fake.account.fails.push({ call: 'publish', error })
    await look()
    expect(await get(refused.id)).toMatchObject({ state: 'failed', reason: '草稿未通过公众号的发布检查' })
    const audited = await scheduled()
    fake.account.state = 'failed'
    await look()
    await pass(MINUTE_MS)
    expect(await get(audited.id)).toMatchObject({ state: 'failed', reason: '平台审核未通过' })
    expect((await act('editor', 'revise', audited)).success).toBe(true)
    const actions = (await get(audited.id)).log.map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['开始发布', '发布失败', '改为草稿'])
  })
})

describe('recall', () => {
  it('[BZ-17] removes the article with a reason; due while the account is unreachable', async () => {
    const product = await scheduled()
    await look()
    await pass(MINUTE_MS)
    expect(fake.account.out.size).toBe(1)
    fake.account.fails.push({ call: 'remove', error: new WxError('连接公众号失败或超时') })
    expect((await act('reviewer', 'recall', product, { note: '浓度单位有误' })).success).toBe(true)
    await look()
    expect(await get(product.id)).toMatchObject({
      state: 'recalled',
      reason: '浓度单位有误',
      isRemovalDue: true,
      trouble: '连接公众号失败或超时',
    })
    await pass(MINUTE_MS)
    expect(await get(product.id)).toMatchObject({ isRemovalDue: false, trouble: null })
    expect(fake.account.out.size).toBe(0)
    await pass(DAY_MS)
    expect(fake.account.calls.filter((one) => one === 'remove')).toHaveLength(2)
  })

  it('requires a reason', async () => {
    const product = await scheduled()
    await look()
    await pass(MINUTE_MS)
    expect((await act('reviewer', 'recall', product, { note: ' ' })).message).toContain('不能为空')
    expect((await get(product.id)).state).toBe('published')
  })
})
