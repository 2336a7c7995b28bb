import type { WxImage } from '@natim/contract/mon/wx-image'
import { SECOND_MS } from '@natim/domain/time'
import {
  nextWxState,
  WX_DECISIONS,
  WX_STATES,
  WX_UNDO_MS,
  type WxCategory,
  type WxDecision,
  wxRisk,
} from '@natim/domain/wx-image'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { isInScope } from '../../platform/scope.ts'
import { ANSWER_WITHIN_MS } from './callback/take-message.ts'
import {
  cancelReplies,
  findAlarm,
  findDevice,
  findImage,
  findPost,
  type ImageColumns,
  type ImageRow,
  insertReply,
  lockImage,
  moveImage,
  updateImage,
} from './image.repository.ts'
import { imageView, MASKED_SIGHT } from './image-view.ts'
import { placeColumns } from './place.ts'

export interface DecisionDeps {
  readonly db: Db
  readonly now: () => number
}

export interface Seen {
  readonly id: string
  readonly version: number
}

export interface Review extends Seen {
  readonly decision: WxDecision
  readonly note: string
  readonly reply: string
  readonly category?: WxCategory | undefined
  readonly alarmId?: string | null | undefined
  readonly deviceId?: string | null | undefined
}

/** Undo is accepted slightly longer than its button is shown, to allow for latency. */
const GRACE_MS = 2 * SECOND_MS

/** @throws AppError row.not_found, wx.decided, row.conflict */
async function lockSeen(trx: Tx, actor: Actor, { id, version }: Seen): Promise<ImageRow> {
  const image = await lockImage(trx, actor.user.scope, id)
  if (image === undefined) throw new AppError('row.not_found')
  if (image.version === version) return image
  const other = image.reviewedBy !== null && image.reviewedBy !== authorOf(actor.user).username
  if (!other) throw new AppError('row.conflict')
  throw decidedBy(image)
}

const decidedBy = (image: ImageRow) =>
  new AppError('wx.decided', {
    data: {
      who: image.reviewedPost || (image.reviewedName ?? ''),
      state: WX_STATES[image.state],
    },
  })

const view = async (trx: Tx, actor: Actor, id: string): Promise<WxImage> => {
  const row = await findImage(trx, actor.user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  return imageView(row, MASKED_SIGHT)
}

const log = (trx: Tx, actor: Actor, image: ImageRow, verb: string, after: Record<string, unknown>) =>
  writeOperation(trx, actor, {
    content: `${verb}微信图片：${image.no}`,
    operateType: OPERATE.edit,
    objectId: image.id,
    detail: { table: 'mon_wx_image', before: { state: image.state }, after },
  })

/** Decides about a picture if it is unchanged since the caller saw it. */
export const review = ({ db, now }: DecisionDeps, actor: Actor, given: Review): Promise<WxImage> =>
  db.transaction().execute(async (trx) => {
    const image = await lockSeen(trx, actor, given)
    await decide(trx, actor, image, given, now())
    return view(trx, actor, image.id)
  })

async function decide(trx: Tx, actor: Actor, image: ImageRow, given: Review, nowMs: number): Promise<void> {
  const { decision, note, reply, category } = given
  const from = image.state
  const to = nextWxState(from, decision)
  if (to === undefined) throw image.reviewedBy === null ? new AppError('wx.state') : decidedBy(image)
  if (decision === 'reject' && note === '') throw new AppError('wx.reason')
  if (decision === 'ask' && reply === '') throw new AppError('wx.question')
  const { username, realname } = authorOf(actor.user)
  const at = new Date(nowMs)
  const columns: ImageColumns = {
    reviewedBy: username,
    reviewedName: realname,
    reviewedPost: await findPost(trx, username),
    reviewedAt: at,
    reviewNote: note,
    undo: JSON.stringify({ category: image.category, alarmId: image.alarmId, deviceId: image.deviceId }),
    ...(category && { category, risk: wxRisk(category, image.text, image.doubts) }),
    ...(await linksOf(trx, actor, given)),
  }
  const move = { id: image.id, version: image.version, from, to, action: decision, at, who: realname, note, columns }
  if (!(await moveImage(trx, move))) throw new AppError('row.conflict')
  if (reply !== '') await queueReply(trx, image, reply, username, nowMs)
  await log(trx, actor, image, WX_DECISIONS[decision], { state: to, note })
}

/** @throws AppError wx.link_unknown */
async function linksOf(trx: Tx, actor: Actor, { alarmId, deviceId }: Review): Promise<ImageColumns> {
  const { scope } = actor.user
  if (alarmId && !(await findAlarm(trx, scope, alarmId)))
    throw new AppError('wx.link_unknown', { data: { what: '报警' } })
  if (deviceId && !(await findDevice(trx, scope, deviceId)))
    throw new AppError('wx.link_unknown', { data: { what: '设备' } })
  return { ...(alarmId !== undefined && { alarmId }), ...(deviceId !== undefined && { deviceId }) }
}

/** Queues a reply, sent when the decision can no longer be undone. @throws AppError wx.reply_late */
async function queueReply(trx: Tx, image: ImageRow, text: string, madeBy: string, nowMs: number): Promise<void> {
  if (nowMs - image.receivedAt.getTime() > ANSWER_WITHIN_MS) throw new AppError('wx.reply_late')
  const dueAt = new Date(nowMs + WX_UNDO_MS + GRACE_MS)
  await insertReply(trx, { id: newId(), imageId: image.id, text, dueAt, madeBy, madeAt: new Date(nowMs) })
}

/** Applies one decision to many pictures, each separately; those decided by others meanwhile are reported. */
export async function reviewMany(
  deps: DecisionDeps,
  actor: Actor,
  { images, ...given }: Omit<Review, 'id' | 'version'> & { readonly images: readonly Seen[] },
) {
  const missed: { id: string; no: string; reason: string }[] = []
  for (const seen of images) {
    try {
      await review(deps, actor, { ...given, ...seen })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const row = await findImage(deps.db, actor.user.scope, seen.id)
      missed.push({ id: seen.id, no: row?.no ?? '', reason: error.message })
    }
  }
  return { done: images.length - missed.length, missed }
}

/** Values before the decision. The risk is recomputed, as doubts may have been resolved since. */
function beforeOf({ undo: kept, text, doubts }: ImageRow): ImageColumns {
  if (kept === null) return {}
  const { category, alarmId, deviceId } = kept
  return { category, alarmId, deviceId, risk: wxRisk(category, text, doubts) }
}

/** Undoes a decision within a few seconds, by its author only and unless a reply is being sent. */
export const undo = ({ db, now }: DecisionDeps, actor: Actor, seen: Seen): Promise<WxImage> =>
  db.transaction().execute(async (trx) => {
    const image = await lockSeen(trx, actor, seen)
    const { username, realname } = authorOf(actor.user)
    const from = image.state
    const { reviewedAt } = image
    const to = nextWxState(from, 'undo')
    const isLate = reviewedAt === null || now() - reviewedAt.getTime() > WX_UNDO_MS + GRACE_MS
    if (to === undefined || isLate || image.reviewedBy !== username) throw new AppError('wx.undo_late')
    if (!(await cancelReplies(trx, image.id, reviewedAt))) throw new AppError('wx.undo_late')
    const columns: ImageColumns = {
      reviewedBy: null,
      reviewedName: null,
      reviewedPost: null,
      reviewedAt: null,
      reviewNote: '',
      isPublic: false,
      ...beforeOf(image),
      undo: null,
    }
    const move = {
      id: image.id,
      version: image.version,
      from,
      to,
      action: 'undo',
      at: new Date(now()),
      who: realname,
    } as const
    if (!(await moveImage(trx, { ...move, columns }))) throw new AppError('row.conflict')
    await log(trx, actor, image, '撤销审核', { state: to })
    return view(trx, actor, image.id)
  })

export const archive = ({ db, now }: DecisionDeps, actor: Actor, seen: Seen): Promise<WxImage> =>
  db.transaction().execute(async (trx) => {
    const image = await lockSeen(trx, actor, seen)
    const from = image.state
    const to = nextWxState(from, 'archive')
    if (to === undefined) throw new AppError('wx.state')
    const { realname: who } = authorOf(actor.user)
    const move = {
      id: image.id,
      version: image.version,
      from,
      to,
      action: 'archive',
      at: new Date(now()),
      who,
    } as const
    if (!(await moveImage(trx, move))) throw new AppError('row.conflict')
    await log(trx, actor, image, '归档', { state: to })
    return view(trx, actor, image.id)
  })

export type PlaceChoice = Seen &
  ({ readonly source: 'exif' | 'wechat' } | { readonly source: 'manual'; readonly lng: number; readonly lat: number })

const pair = (lng: number | null, lat: number | null) => (lng === null || lat === null ? null : { lng, lat })

/** Sets the place that counts. As a person has checked it, differing places are no longer a doubt. */
export const setPlace = ({ db }: DecisionDeps, actor: Actor, choice: PlaceChoice): Promise<WxImage> =>
  db.transaction().execute(async (trx) => {
    const image = await lockSeen(trx, actor, choice)
    const place =
      choice.source === 'manual'
        ? { lng: choice.lng, lat: choice.lat }
        : choice.source === 'exif'
          ? pair(image.exifLng, image.exifLat)
          : pair(image.wxLng, image.wxLat)
    if (place === null) throw new AppError('wx.no_place')
    const columns = await placeColumns(trx, place, choice.source)
    if (!isInScope(actor.user.scope, columns)) throw new AppError('wx.region_beyond')
    const doubts = image.doubts.filter((doubt) => doubt !== 'place')
    const risk = wxRisk(image.category, image.text, doubts)
    await updateImage(trx, image.id, { ...columns, doubts, risk })
    await log(trx, actor, image, '更正位置', { locSource: choice.source })
    return view(trx, actor, image.id)
  })

/** @throws AppError wx.not_covered, wx.state */
export const publish = (
  { db }: DecisionDeps,
  actor: Actor,
  { isPublic, ...seen }: Seen & { readonly isPublic: boolean },
): Promise<WxImage> =>
  db.transaction().execute(async (trx) => {
    const image = await lockSeen(trx, actor, seen)
    if (isPublic && image.coveredAt === null) throw new AppError('wx.not_covered')
    if (isPublic && image.state !== 'approved' && image.state !== 'archived') throw new AppError('wx.state')
    await updateImage(trx, image.id, { isPublic })
    await log(trx, actor, image, isPublic ? '公开' : '取消公开', { isPublic })
    return view(trx, actor, image.id)
  })
