import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgress } from '../../platform/egress.ts'
import { createWxGateway } from './create-gateway.ts'
import type { WxArticle } from './gateway.ts'
import { createWxClient } from './http-client.ts'
import { createWxStandIn } from './stand-in.ts'

interface Seen {
  readonly path: string
  readonly token: string | null
  readonly type: string | undefined
  readonly body: Buffer
}
interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body: unknown
}

let fake: Server
let url: string
let nowMs = 0
const seen: Seen[] = []
/** The account's next responses, by path; the last one repeats. */
const answers = new Map<string, Answer[]>()

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const token = searchParams.get('access_token')
  seen.push({ path: pathname, token, type: request.headers['content-type'], body: Buffer.concat(chunks) })
  const row = answers.get(pathname) ?? []
  const answer = (row.length > 1 ? row.shift() : row[0]) ?? { body: { errcode: 0 } }
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json; encoding=utf-8' })
  response.end(Buffer.isBuffer(answer.body) ? answer.body : JSON.stringify(answer.body))
}

beforeAll(async () => {
  fake = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
})
afterAll(() => void fake.close())
beforeEach(() => {
  nowMs = 0
  seen.splice(0)
  answers.clear()
  say('/cgi-bin/stable_token', { access_token: 'T1', expires_in: 7_200 }, { access_token: 'T2', expires_in: 7_200 })
})

const say = (path: string, ...bodies: unknown[]) =>
  answers.set(
    path,
    bodies.map((body) => ({ body })),
  )
const paths = () => seen.map(({ path }) => path.replace('/cgi-bin/', ''))
const jsonOf = (one: Seen | undefined): unknown => JSON.parse(one?.body.toString() ?? 'null')
const open = (privateHosts = ['127.0.0.1']) =>
  createWxClient({
    url,
    appId: 'wxapp',
    secret: 'top-secret',
    egress: createEgress({ hosts: ['127.0.0.1'], privateHosts }),
    now: () => nowMs,
  })

const article: WxArticle = {
  title: '空气质量日报',
  digest: '今日优良',
  content: '<p>编号 WP-1 第 1 版</p>',
  coverMediaId: 'M-1',
  cropWide: [0, 0.1, 1, 0.9],
}

describe('the access token', () => {
  it('is requested once for concurrent calls, cached, and renewed before it expires', async () => {
    const client = open()
    await Promise.all([1, 2, 3].map(() => client.remove('A')))
    expect(paths().filter((path) => path === 'stable_token')).toHaveLength(1)
    expect(jsonOf(seen[0])).toEqual({
      grant_type: 'client_credential',
      appid: 'wxapp',
      secret: 'top-secret',
      force_refresh: false,
    })
    nowMs = 6_899_000
    await client.remove('A')
    expect(seen.at(-1)?.token).toBe('T1')
    nowMs = 6_900_000
    await client.remove('A')
    expect(seen.at(-1)?.token).toBe('T2')
  })

  it.each([40_001, 40_014, 42_001])('is renewed once when the account answers %d', async (errcode) => {
    say('/cgi-bin/freepublish/submit', { errcode, errmsg: 'x' }, { errcode: 0, publish_id: 100_000_001 })
    expect(await open().publish('D-1')).toEqual({ publishId: '100000001' })
    expect(paths()).toEqual(['stable_token', 'freepublish/submit', 'stable_token', 'freepublish/submit'])
    expect(jsonOf(seen[2])).toMatchObject({ force_refresh: true })
    expect(seen.at(-1)?.token).toBe('T2')
  })

  it('is not renewed endlessly', async () => {
    say('/cgi-bin/freepublish/submit', { errcode: 40_001, errmsg: 'x' })
    await expect(open().publish('D-1')).rejects.toMatchObject({ name: 'WxError', code: 40_001, isPassing: true })
    expect(paths().filter((path) => path === 'freepublish/submit')).toHaveLength(2)
  })

  it('is refused for a wrong secret, with a message that contains no secret', async () => {
    say('/cgi-bin/stable_token', { errcode: 40_125, errmsg: 'invalid appsecret' })
    const failed = await open()
      .publish('D-1')
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 40_125, isPassing: false, message: '公众号 AppSecret 无效' })
    expect(JSON.stringify(failed)).not.toContain('top-secret')
  })
})

describe('responses of the account', () => {
  it.each([
    [45_009, true, '公众号接口今日调用次数已达上限'],
    [53_503, false, '草稿未通过公众号的发布检查'],
    [-1, true, '公众号系统繁忙，稍后再试'],
    [99_999, false, '公众号返回错误 99999'],
  ])('errcode %d: retryable %s, %s', async (errcode, isPassing, message) => {
    say('/cgi-bin/freepublish/submit', { errcode, errmsg: 'x' })
    await expect(open().publish('D-1')).rejects.toMatchObject({ code: errcode, isPassing, message })
  })

  it.each<[string, Answer]>([
    ['status 500', { status: 500, body: {} }],
    ['no JSON', { body: Buffer.from('<html>') }],
    ['a field that is missing', { body: { errcode: 0 } }],
  ])('%s is retryable', async (_name, answer) => {
    answers.set('/cgi-bin/freepublish/submit', [answer])
    await expect(open().publish('D-1')).rejects.toMatchObject({ name: 'WxError', isPassing: true })
  })

  it('nothing is sent where egress rules do not allow it, and the message contains no token', async () => {
    await expect(open([]).publish('D-1')).rejects.toThrow('连接公众号失败或超时')
    expect(seen).toEqual([])
  })
})

describe('pictures and messages', () => {
  it('fetches a picture unchanged and distinguishes it from an error', async () => {
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x80])
    answers.set('/cgi-bin/media/get', [{ type: 'image/jpeg', body: bytes }])
    expect(await open().fetchMedia('a/b&c')).toEqual({ bytes, contentType: 'image/jpeg' })
    answers.set('/cgi-bin/media/get', [{ type: 'text/plain', body: { errcode: 40_007, errmsg: 'invalid media_id' } }])
    await expect(open().fetchMedia('x')).rejects.toMatchObject({ code: 40_007 })
  })

  it('uploads article pictures and covers as forms', async () => {
    say('/cgi-bin/media/uploadimg', { url: 'http://mmbiz.qpic.cn/1' })
    say('/cgi-bin/material/add_material', { media_id: 'M-1', url: 'http://x' })
    const bytes = Buffer.from([0x89, 0x50, 0x00, 0xff])
    expect(await open().uploadImage(bytes, '地图".png')).toEqual({ url: 'http://mmbiz.qpic.cn/1' })
    const sent = seen.at(-1)
    expect(sent?.type).toMatch(/^multipart\/form-data; boundary=natim-/)
    expect(sent?.body.includes(bytes)).toBe(true)
    expect(sent?.body.toString('latin1')).toContain('filename="___.png"\r\ncontent-type: image/png')
    expect(await open().uploadMaterial(bytes, 'c.jpg')).toEqual({ mediaId: 'M-1' })
  })

  it('replies to a sender', async () => {
    await open().sendText('openid-1', '请补充位置')
    expect(jsonOf(seen.at(-1))).toEqual({ touser: 'openid-1', msgtype: 'text', text: { content: '请补充位置' } })
    say('/cgi-bin/message/custom/send', { errcode: 45_015, errmsg: 'x' })
    await expect(open().sendText('openid-1', 'x')).rejects.toMatchObject({ isPassing: false })
  })
})

describe('an article', () => {
  it('is drafted, submitted and checked', async () => {
    say('/cgi-bin/draft/add', { media_id: 'D-1' })
    expect(await open().addDraft(article)).toEqual({ mediaId: 'D-1' })
    expect(jsonOf(seen.at(-1))).toMatchObject({
      articles: [
        { title: '空气质量日报', thumb_media_id: 'M-1', pic_crop_235_1: '0.000000_0.100000_1.000000_0.900000' },
      ],
    })
    say(
      '/cgi-bin/freepublish/get',
      { publish_id: '1', publish_status: 1, fail_idx: [] },
      {
        publish_status: 0,
        article_id: 'A-1',
        article_detail: { count: 1, item: [{ idx: 1, article_url: 'http://x/s' }] },
      },
      { publish_status: 4, fail_idx: [1] },
    )
    expect(await open().publishState('1')).toEqual({ state: 'publishing' })
    expect(await open().publishState('1')).toEqual({ state: 'published', articleId: 'A-1', url: 'http://x/s' })
    expect(await open().publishState('1')).toEqual({ state: 'failed', reason: '平台审核未通过' })
  })

  it('is found by its mark when its submission was not recorded', async () => {
    const item = [
      { article_id: 'A-9', content: { news_item: [{ content: '<p>编号 WP-1 第 1 版</p>', url: 'http://x/9' }] } },
    ]
    say('/cgi-bin/draft/get', { errcode: 40_007, errmsg: 'invalid media_id' })
    say('/cgi-bin/freepublish/batchget', { total_count: 1, item_count: 1, item })
    expect(await open().draftState('D-1', '编号 WP-1 第 1 版')).toEqual({
      state: 'published',
      articleId: 'A-9',
      url: 'http://x/9',
    })
    expect(await open().draftState('D-1', '编号 WP-2')).toEqual({ state: 'gone' })
    say('/cgi-bin/draft/get', { news_item: [] })
    expect(await open().draftState('D-1', '编号 WP-2')).toEqual({ state: 'draft' })
  })

  it('is deleted, and its statistics start at its day of publication', async () => {
    await open().remove('A-1')
    expect(jsonOf(seen.at(-1))).toEqual({ article_id: 'A-1', index: 1 })
    const details = [
      { int_page_read_count: 10, share_count: 1, add_to_fav_count: 0 },
      { int_page_read_count: 25, share_count: 3, add_to_fav_count: 2, like_user: 4 },
    ]
    say('/datacube/getarticletotal', {
      list: [
        { msgid: 'B_1', details: [] },
        { msgid: 'A-1_1', details },
      ],
    })
    expect(await open().stats('A-1', '2026-11-20')).toEqual({ read: 25, like: 4, share: 3, fav: 2 })
    expect(jsonOf(seen.at(-1))).toEqual({ begin_date: '2026-11-20', end_date: '2026-11-20' })
  })
})

describe('the account created from a configuration', () => {
  const base = {
    wxApiUrl: 'https://api.weixin.qq.com',
    wxAppId: undefined,
    wxAppSecret: undefined,
    egressPrivateHosts: [],
  }
  it('is the configured one, the stand-in of the demonstration, or none', () => {
    const named = { ...base, wxAppId: 'wx1', wxAppSecret: 's' }
    expect(createWxGateway({ ...named, demoEnabled: true }, Date.now)?.name).toBe('api.weixin.qq.com')
    expect(createWxGateway({ ...base, demoEnabled: true }, Date.now)?.name).toBe('演示公众号')
    expect(createWxGateway({ ...base, demoEnabled: false }, Date.now)).toBeUndefined()
  })
})

describe('the stand-in', () => {
  it('publishes after a short time, with the same result for every process', async () => {
    const { publishId } = await createWxStandIn({ now: () => 1_000 }).publish('D-1')
    const at = (ms: number) => createWxStandIn({ now: () => ms }).publishState(publishId)
    expect(await at(1_500)).toEqual({ state: 'publishing' })
    const done = await at(60_000)
    expect(done).toMatchObject({ state: 'published' })
    expect(await at(9e9)).toEqual(done)
    await expect(createWxStandIn({ now: () => 0 }).publishState('other')).rejects.toMatchObject({ name: 'WxError' })
  })

  it('returns reader counts that only grow', async () => {
    const day = 86_400_000
    const { articleId = '' } = await createWxStandIn({ now: () => 100_000 }).publishState('SIM-P-0-0123456789abcdef')
    const reads = await Promise.all(
      [1, 2, 30].map(async (days) => (await createWxStandIn({ now: () => days * day }).stats(articleId, '')).read),
    )
    expect(reads).toEqual(reads.toSorted((a, b) => a - b))
    expect(reads[2]).toBeGreaterThan(300)
  })

  it('returns a picture for every media id, or the supplied ones', async () => {
    const drawn = await createWxStandIn({ now: () => 0 }).fetchMedia('m-1')
    expect(drawn.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await createWxStandIn({ now: () => 0 }).fetchMedia('m-1')).bytes).toEqual(drawn.bytes)
    const own = createWxStandIn({ now: () => 0, media: () => Promise.resolve(Buffer.from('own')) })
    expect((await own.fetchMedia('m-1')).bytes.toString()).toBe('own')
  })
})
