import { createHmac } from 'node:crypto'
import type { Place } from '@natim/domain/distance'
import { formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { type WxDoubt, wxCategoryOf, wxDoubts, wxRisk } from '@natim/domain/wx-image'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Sealer } from '../../../platform/seal/seal.ts'
import { randomId } from '../../subject/index.ts'
import { type ImageRow, insertImage, moveImage, updateImage } from '../image.repository.ts'
import { placeColumns } from '../place.ts'
import { findContext, insertMessage, lockRecent, lockSender, takeNumber } from './callback.repository.ts'
import type { WxMessage } from './read-message.ts'

/** Messages of a sender within this time belong together. */
const TOGETHER_MS = 30 * MINUTE_MS
/** How long the platform lets an account reply. */
export const ANSWER_WITHIN_MS = 48 * HOUR_MS
const MAX_TEXT = 500
const SENDER = '发送者'

export interface TakeDeps {
  readonly db: Db
  readonly now: () => number
  readonly sealer: Sealer
  /** Key for sender hashes, which cannot be computed without it. */
  readonly hashKey: () => Buffer
}

/** Distinguishes senders without revealing their id. */
export const hashSender = (key: Buffer, openId: string): string =>
  createHmac('sha256', key).update(`wx sender ${openId}`).digest('hex').slice(0, 32)

export const senderContext = (imageId: string): string => `wx sender of ${imageId}`

/** `WX20261121-0093` */
async function numberOf(trx: Tx, at: Date): Promise<string> {
  const day = formatGmt8(at.getTime()).slice(0, 10)
  return `WX${day.replaceAll('-', '')}-${String(await takeNumber(trx, day)).padStart(4, '0')}`
}

/** Stores a message durably before it is answered. Repeated messages are ignored. */
export async function takeMessage(deps: TakeDeps, message: WxMessage): Promise<'taken' | 'known'> {
  const at = new Date(deps.now())
  const openidHash = hashSender(deps.hashKey(), message.openId)
  return deps.db.transaction().execute(async (trx) => {
    await lockSender(trx, openidHash)
    const { msgId, kind } = message
    const said =
      message.kind === 'text'
        ? { text: message.text }
        : message.kind === 'location'
          ? { text: message.label, lng: message.lng, lat: message.lat }
          : {}
    if (!(await insertMessage(trx, { msgId, kind, openidHash, receivedAt: at, ...said }))) return 'known'
    await (message.kind === 'image'
      ? takeImage(deps, trx, message, openidHash, at)
      : takeRemark(trx, message, openidHash, at))
    return 'taken'
  })
}

async function takeImage(
  { sealer }: TakeDeps,
  trx: Tx,
  message: WxMessage & { readonly kind: 'image' },
  openidHash: string,
  at: Date,
): Promise<void> {
  const context = await findContext(trx, openidHash, new Date(at.getTime() - TOGETHER_MS))
  const id = randomId()
  const text = context.text.slice(0, MAX_TEXT)
  const category = wxCategoryOf(text)
  const wechat = context.lng === null || context.lat === null ? null : { lng: context.lng, lat: context.lat }
  await insertImage(trx, {
    id,
    no: await numberOf(trx, at),
    msgId: message.msgId,
    openidHash,
    openidSealed: sealer.seal(message.openId, senderContext(id)),
    receivedAt: at,
    shotAt: at,
    createTime: at,
    text,
    category,
    risk: wxRisk(category, text, []),
    mediaId: message.mediaId,
    wxLng: wechat?.lng ?? null,
    wxLat: wechat?.lat ?? null,
    ...(await placeColumns(trx, wechat, wechat ? 'wechat' : 'none')),
    lookAt: at,
  })
}

/**
 * Adds a text or place to the sender's recent pictures; if information was requested, the message counts as the answer.
 */
async function takeRemark(
  trx: Tx,
  message: WxMessage & { readonly kind: 'text' | 'location' },
  openidHash: string,
  at: Date,
): Promise<void> {
  const images = await lockRecent(trx, openidHash, new Date(at.getTime() - TOGETHER_MS))
  for (const image of images) {
    const said = message.kind === 'text' ? message.text : message.label
    const text = [image.text, said].filter(Boolean).join('；').slice(0, MAX_TEXT)
    const category = image.category === 'other' ? wxCategoryOf(text) : image.category
    const moved = message.kind === 'location' ? { wxLng: message.lng, wxLat: message.lat } : {}
    const isPlaced = image.locSource === 'exif' || image.locSource === 'manual'
    const place =
      message.kind === 'location' && !isPlaced
        ? await placeColumns(trx, { lng: message.lng, lat: message.lat }, 'wechat')
        : {}
    const doubts = message.kind === 'location' ? doubtsOf(image, message) : image.doubts
    const risk = wxRisk(category, text, doubts)
    await updateImage(trx, image.id, { text, category, risk, doubts, ...moved, ...place })
    if (image.state !== 'need_info') continue
    const seen = { id: image.id, version: image.version + 1, from: image.state }
    await moveImage(trx, { ...seen, to: 'pending', action: 'answer', at, who: SENDER })
  }
}

/** Doubts after a later place is compared with the place in the picture; a reviewer's place is kept. */
function doubtsOf(image: ImageRow, wechat: Place): WxDoubt[] {
  if (image.locSource === 'manual') return image.doubts
  const { exifLng: lng, exifLat: lat, takenAt, receivedAt } = image
  const exif = lng === null || lat === null ? null : { lng, lat }
  return wxDoubts({ receivedMs: receivedAt.getTime(), takenMs: takenAt?.getTime() ?? null, exif, wechat })
}
