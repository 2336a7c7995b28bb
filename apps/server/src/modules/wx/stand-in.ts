import { createHash } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@natim/domain/time'
import sharp from 'sharp'
import { type WxArticle, WxError, type WxGateway, type WxStats } from './gateway.ts'

/** How long the account reviews an article before it is published. */
const PUBLISHING_MS = 6 * SECOND_MS
const HOST = 'https://mp.weixin.invalid'

const digestOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')

/** A reproducible number in [0, 1) derived from the words. */
const draw = (...words: readonly string[]) => Number.parseInt(digestOf(...words).slice(0, 8), 16) / 2 ** 32

const publishId = /^SIM-P-([0-9a-z]+)-([0-9a-f]{16})$/
const articleId = /^SIM-A-([0-9a-z]+)-([0-9a-f]{16})$/
const urlOf = (id: string) => `${HOST}/s/${id.slice('SIM-A-'.length)}`

/** Most readers come in the first days; their number is derived from the article. */
function statsOf(id: string, ageMs: number): WxStats {
  const grown = 1 - Math.exp(-Math.max(0, ageMs) / DAY_MS)
  const read = Math.round((300 + 5_200 * draw(id, 'read') ** 2) * grown)
  const part = (word: string, most: number) => Math.round(read * most * (0.3 + 0.7 * draw(id, word)))
  return { read, like: part('like', 0.03), share: part('share', 0.08), fav: part('fav', 0.02) }
}

/** A plain picture derived from its name; supply `media` for pictures with more content. */
async function drawMedia(mediaId: string): Promise<Buffer> {
  const hue = Math.round(360 * draw(mediaId, 'hue'))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${hue},30%,70%)"/><circle cx="${Math.round(640 * draw(mediaId, 'x'))}" cy="${Math.round(480 * draw(mediaId, 'y'))}" r="120" fill="hsl(${(hue + 140) % 360},40%,45%)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

export interface WxStandInOptions {
  readonly now: () => number
  /** Senders' pictures by media id; undefined = a generated one. */
  readonly media?: (mediaId: string) => Promise<Buffer | undefined>
}

/**
 * Stand-in for the public account: all calls succeed, and nothing is sent to the outside. Ids encode the outcome and
 * its time, so that any process can answer at any time, even after a restart.
 */
export function createWxStandIn({ now, media }: WxStandInOptions): WxGateway {
  return {
    name: '演示公众号',
    async fetchMedia(mediaId) {
      return { bytes: (await media?.(mediaId)) ?? (await drawMedia(mediaId)), contentType: 'image/jpeg' }
    },
    sendText: () => Promise.resolve(),
    uploadImage: (bytes, name) =>
      Promise.resolve({ url: `${HOST}/image/${digestOf(name, bytes.toString('base64')).slice(0, 16)}` }),
    uploadMaterial: (bytes, name) =>
      Promise.resolve({ mediaId: `SIM-M-${digestOf(name, bytes.toString('base64')).slice(0, 16)}` }),
    addDraft: (article: WxArticle) =>
      Promise.resolve({ mediaId: `SIM-D-${digestOf(article.title, article.content).slice(0, 16)}` }),
    // Drafts are not stored, so an unrecorded submission is never known to be published: submitting again is harmless
    // here.
    draftState: () => Promise.resolve({ state: 'draft' }),
    publish: (draftId) =>
      Promise.resolve({ publishId: `SIM-P-${now().toString(36)}-${digestOf(draftId).slice(0, 16)}` }),
    publishState(id) {
      const [, at = '', key = ''] = publishId.exec(id) ?? []
      if (key === '') return Promise.reject(new WxError('公众号不认识这次发布', { code: 40_007, isPassing: false }))
      if (now() < Number.parseInt(at, 36) + PUBLISHING_MS) return Promise.resolve({ state: 'publishing' })
      const article = `SIM-A-${at}-${key}`
      return Promise.resolve({ state: 'published', articleId: article, url: urlOf(article) })
    },
    remove: () => Promise.resolve(),
    stats(id) {
      const [, at = ''] = articleId.exec(id) ?? []
      return Promise.resolve(statsOf(id, now() - Number.parseInt(at || '0', 36)))
    },
  }
}
