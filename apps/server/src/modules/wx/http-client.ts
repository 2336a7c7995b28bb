import { SECOND_MS } from '@natim/domain/time'
import { z } from 'zod'
import { type Egress, type EgressAnswer, EgressError, type EgressRequest } from '../../platform/egress.ts'
import { STALE_TOKEN, wxErrorOf } from './errors.ts'
import { type WxArticle, type WxDraftState, WxError, type WxGateway, type WxPublishState } from './gateway.ts'
import { multipartOf } from './multipart.ts'

const CALL_MS = 10 * SECOND_MS
const FILE_MS = 30 * SECOND_MS
/** Size limit of senders' pictures: screening refuses more than 10 MB, and must be able to detect that. */
const MEDIA_BYTES = 12 * 1024 * 1024
/** Tokens are renewed this long before they expire. */
const TOKEN_MARGIN_MS = 300 * SECOND_MS
/** How many recent publications are searched for one whose submission was not recorded. */
const SEARCHED = 20

const failure = z.object({ errcode: z.number().int() })
const id = z.union([z.string().min(1).max(200), z.number().int()]).transform(String)
const token = z.object({ access_token: z.string().min(1).max(1_000), expires_in: z.number().positive() })
const uploaded = z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) })
const stored = z.object({ media_id: id })
const submitted = z.object({ publish_id: id })
const address = z.string().max(2_000)
const state = z.object({
  publish_status: z.number().int(),
  article_id: z.string().max(200).optional(),
  article_detail: z.object({ item: z.array(z.object({ article_url: address })).max(20) }).optional(),
})
const published = z.object({
  item: z
    .array(
      z.object({
        article_id: id,
        content: z.object({ news_item: z.array(z.object({ content: z.string().nullish(), url: address.nullish() })) }),
      }),
    )
    .max(SEARCHED),
})
const count = z.number().int().min(0).nullish()
const totals = z.object({
  list: z.array(
    z.object({
      msgid: z.string(),
      details: z.array(
        z.object({ int_page_read_count: count, like_user: count, share_count: count, add_to_fav_count: count }),
      ),
    }),
  ),
})

/** Reason of a failed publication, by `publish_status`. */
const FAILURES: Readonly<Record<number, string>> = {
  2: '原创声明失败',
  3: '公众号发布失败',
  4: '平台审核未通过',
  5: '发布后文章已被删除',
  6: '发布后文章已被平台封禁',
}

export interface WxClientOptions {
  readonly url: string
  readonly appId: string
  readonly secret: string
  readonly egress: Egress
  readonly now: () => number
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (body: unknown) => failure.safeParse(body).data?.errcode ?? 0

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body)
  if (!result.success) throw new WxError('公众号的应答无法识别')
  return result.data
}

/** Caches the account's token: one request at a time, renewed when it expires or is rejected. */
function createTokens(ask: (force: boolean) => Promise<z.output<typeof token>>, now: () => number) {
  let kept: { value: string; untilMs: number } | undefined
  let asking: Promise<string> | undefined
  async function renew(force: boolean): Promise<string> {
    const { access_token: value, expires_in: seconds } = await ask(force)
    kept = { value, untilMs: now() + seconds * SECOND_MS - TOKEN_MARGIN_MS }
    return value
  }
  return {
    get(stale?: string): Promise<string> {
      if (kept && kept.value !== stale && now() < kept.untilMs) return Promise.resolve(kept.value)
      asking ??= renew(stale !== undefined).finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}

/** Client of the public account as documented, subject to the egress rules. */
export function createWxClient({ url, appId, secret, egress, now }: WxClientOptions): WxGateway {
  async function go(path: string, request: EgressRequest): Promise<EgressAnswer> {
    let answer: EgressAnswer
    try {
      answer = await egress(`${url}${path}`, { timeoutMs: CALL_MS, ...request })
    } catch (error) {
      // Kept as cause only: its message may contain the address, which includes the token.
      if (error instanceof EgressError) throw new WxError('连接公众号失败或超时', { cause: error })
      throw error
    }
    if (answer.status !== 200) throw new WxError(`公众号应答 ${answer.status}`)
    return answer
  }
  const json = (body: object): EgressRequest => ({
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  })
  const tokens = createTokens(async (force) => {
    const body = { grant_type: 'client_credential', appid: appId, secret, force_refresh: force }
    const answer = parse((await go('/cgi-bin/stable_token', json(body))).text)
    const code = codeOf(answer)
    if (code !== 0) throw wxErrorOf(code)
    return read(token, answer)
  }, now)

  /** Calls with the token, and retries once with a new one if the account reports a stale token. */
  async function ask(
    path: string,
    request: EgressRequest,
    isFile = false,
  ): Promise<{ answer: EgressAnswer; body: unknown }> {
    let stale: string | undefined
    for (;;) {
      const used = await tokens.get(stale)
      const joint = path.includes('?') ? '&' : '?'
      const answer = await go(`${path}${joint}access_token=${encodeURIComponent(used)}`, request)
      const isText = !isFile || /json|text/.test(answer.contentType)
      const body = isText ? parse(answer.text) : undefined
      const code = codeOf(body)
      if (code === 0) return { answer, body }
      if (!STALE_TOKEN.includes(code) || stale !== undefined) throw wxErrorOf(code)
      stale = used
    }
  }
  const call = async <S extends z.ZodType>(schema: S, path: string, body: object): Promise<z.output<S>> =>
    read(schema, (await ask(path, json(body))).body)

  async function upload<S extends z.ZodType>(schema: S, path: string, bytes: Buffer, name: string) {
    const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
    const form = multipartOf('media', name, type, bytes)
    const request = { method: 'POST' as const, headers: { 'content-type': form.contentType }, body: form.body }
    return read(schema, (await ask(path, { ...request, timeoutMs: FILE_MS })).body)
  }

  async function isDraft(mediaId: string): Promise<boolean> {
    try {
      await call(z.unknown(), '/cgi-bin/draft/get', { media_id: mediaId })
      return true
    } catch (error) {
      if (error instanceof WxError && error.code === 40_007) return false
      throw error
    }
  }

  return {
    name: new URL(url).host,
    async fetchMedia(mediaId) {
      const path = `/cgi-bin/media/get?media_id=${encodeURIComponent(mediaId)}`
      const { answer } = await ask(path, { timeoutMs: FILE_MS, maxBytes: MEDIA_BYTES }, true)
      return { bytes: answer.bytes, contentType: answer.contentType }
    },
    async sendText(openId, text) {
      await call(z.unknown(), '/cgi-bin/message/custom/send', {
        touser: openId,
        msgtype: 'text',
        text: { content: text },
      })
    },
    uploadImage: (bytes, name) => upload(uploaded, '/cgi-bin/media/uploadimg', bytes, name),
    async uploadMaterial(bytes, name) {
      const { media_id: mediaId } = await upload(stored, '/cgi-bin/material/add_material?type=image', bytes, name)
      return { mediaId }
    },
    async addDraft(article) {
      const { media_id: mediaId } = await call(stored, '/cgi-bin/draft/add', { articles: [articleOf(article)] })
      return { mediaId }
    },
    async draftState(draftId, mark): Promise<WxDraftState> {
      // In this order, a draft published between the two queries is found among the published ones.
      const query = { offset: 0, count: SEARCHED, no_content: 0 }
      const wasDraft = await isDraft(draftId)
      const { item } = await call(published, '/cgi-bin/freepublish/batchget', query)
      const found = item.flatMap(({ article_id: articleId, content }) =>
        content.news_item
          .filter((news) => news.content?.includes(mark))
          .map((news) => ({ articleId, url: news.url ?? '' })),
      )[0]
      if (found) return { state: 'published', ...found }
      return { state: wasDraft ? 'draft' : 'gone' }
    },
    async publish(draftId) {
      const { publish_id: publishId } = await call(submitted, '/cgi-bin/freepublish/submit', { media_id: draftId })
      return { publishId }
    },
    publishState: async (publishId) =>
      stateOf(await call(state, '/cgi-bin/freepublish/get', { publish_id: publishId })),
    async remove(articleId) {
      await call(z.unknown(), '/cgi-bin/freepublish/delete', { article_id: articleId, index: 1 })
    },
    async stats(articleId, day) {
      const { list } = await call(totals, '/datacube/getarticletotal', { begin_date: day, end_date: day })
      const row = list.find(({ msgid }) => msgid === articleId || msgid.startsWith(`${articleId}_`))
      const last = row?.details.at(-1)
      return {
        read: last?.int_page_read_count ?? 0,
        like: last?.like_user ?? 0,
        share: last?.share_count ?? 0,
        fav: last?.add_to_fav_count ?? 0,
      }
    },
  }
}

const cropText = (crop: readonly number[] | undefined) => crop?.map((share) => share.toFixed(6)).join('_')

function articleOf(article: WxArticle) {
  const wide = cropText(article.cropWide)
  const square = cropText(article.cropSquare)
  return {
    title: article.title,
    author: article.author ?? '',
    digest: article.digest,
    content: article.content,
    thumb_media_id: article.coverMediaId,
    need_open_comment: 0,
    only_fans_can_comment: 0,
    ...(wide !== undefined && { pic_crop_235_1: wide }),
    ...(square !== undefined && { pic_crop_1_1: square }),
  }
}

function stateOf(answer: z.output<typeof state>): WxPublishState {
  if (answer.publish_status === 1) return { state: 'publishing' }
  if (answer.publish_status !== 0) {
    return { state: 'failed', reason: FAILURES[answer.publish_status] ?? `公众号发布失败（${answer.publish_status}）` }
  }
  const url = answer.article_detail?.item[0]?.article_url
  if (answer.article_id === undefined) throw new WxError('公众号的应答无法识别')
  return { state: 'published', articleId: answer.article_id, ...(url !== undefined && { url }) }
}
