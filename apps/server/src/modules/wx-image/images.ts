import type { WxFilters, WxImage, WxImageDetail } from '@natim/contract/mon/wx-image'
import { distanceKm, type Place } from '@natim/domain/distance'
import { WX_DECISIONS, WX_UNDO_MS } from '@natim/domain/wx-image'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Actor } from '../../platform/journal.ts'
import type { DataScope } from '../../platform/scope.ts'
import { noteAccess } from '../subject/index.ts'
import { findAlarm, findDevice, findImage, findLog, findReplies, type ImageRow } from './image.repository.ts'
import { imageView, nearView, type WxSight, wxSightOf } from './image-view.ts'
import { countCopies, countTabs, findAlike, findImagePage, findPoints, type ListAsked } from './list.repository.ts'
import { findNear } from './near.repository.ts'

interface Deps {
  readonly db: Db
  readonly now: () => number
}

/** Logs access before the response: without the log line nothing is shown. */
export const noteSeen = (
  db: Db,
  actor: Actor,
  sight: Pick<WxSight, 'isOpen'>,
  access: { readonly kind: 'list' | 'detail' | 'export'; readonly object: string; readonly rows: number },
): Promise<void> => noteAccess(db, actor, sight, { ...access, subjectIds: [] })

const placed = (rows: readonly ImageRow[]) =>
  rows.flatMap(({ id, lng, lat, shotAt, category }) =>
    lng === null || lat === null ? [] : [{ id, lng, lat, shotAt, category }],
  )

async function withAround(db: Db, scope: DataScope, rows: readonly ImageRow[], sight: WxSight): Promise<WxImage[]> {
  if (rows.length === 0) return []
  const [near, alike, copies] = await Promise.all([
    findNear(db, scope, placed(rows), 1),
    findAlike(db, scope, rows),
    countCopies(
      db,
      scope,
      rows.map(({ id }) => id),
    ),
  ])
  const nearOf = new Map(near.map((row) => [row.imageId, row]))
  const alikeOf = groupBy(alike, ({ imageId }) => imageId)
  return rows.map((row) =>
    imageView(row, sight, {
      near: nearOf.get(row.id),
      alike: alikeOf.get(row.id) ?? [],
      copies: copies.get(row.id) ?? 0,
    }),
  )
}

export async function listImages(
  { db }: Deps,
  actor: Actor,
  { open, ...asked }: ListAsked & { readonly open: boolean },
) {
  const { user } = actor
  const sight = wxSightOf(user, open)
  const [{ records, total }, { counts, oldest }] = await Promise.all([
    findImagePage(db, user.scope, asked, sight.isOpen),
    countTabs(db, user.scope),
  ])
  await noteSeen(db, actor, sight, { kind: 'list', object: 'wx_image', rows: records.length })
  return {
    records: await withAround(db, user.scope, records, sight),
    total,
    counts,
    oldestMs: oldest && sight.ms(oldest),
  }
}

export async function listPoints(
  { db }: Deps,
  actor: Actor,
  { open, ...asked }: WxFilters & { readonly open: boolean },
) {
  const sight = wxSightOf(actor.user, open)
  const { points, missing } = await findPoints(db, actor.user.scope, asked, sight.isOpen)
  await noteSeen(db, actor, sight, { kind: 'list', object: 'wx_image', rows: points.length })
  return {
    points: points.map(({ lng, lat, category, state, ...point }) => ({
      ...point,
      category: category,
      state: state,
      lng: sight.deg(lng ?? 0),
      lat: sight.deg(lat ?? 0),
    })),
    missing,
  }
}

const STATIONS = 3
const pair = (lng: number | null, lat: number | null): Place | null =>
  lng === null || lat === null ? null : { lng, lat }

/** End of the undo period, for the author of the decision. */
const undoUntil = (row: ImageRow, user: SessionUser, nowMs: number): number | null => {
  if (row.reviewedAt === null || row.reviewedBy !== authorOf(user).username || row.state === 'archived') return null
  const untilMs = row.reviewedAt.getTime() + WX_UNDO_MS
  return untilMs > nowMs ? untilMs : null
}

const STEPS: Readonly<Record<string, string>> = {
  ...WX_DECISIONS,
  receive: '收到',
  fetch: '取回图片',
  pass: '初筛通过',
  refuse: '初筛驳回',
  answer: '补充了信息',
  undo: '撤销',
  archive: '归档',
}
/** Steps triggered by a sender; other steps reveal nothing about them. */
const OF_SENDER = new Set(['receive', 'answer', 'fetch', 'pass', 'refuse'])

/** A picture with all details. @throws AppError row.not_found, wx.open_refused */
export async function loadImage({ db, now }: Deps, actor: Actor, id: string, open: boolean): Promise<WxImageDetail> {
  const { user } = actor
  const sight = wxSightOf(user, open)
  const row = await findImage(db, user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  await noteSeen(db, actor, sight, { kind: 'detail', object: `wx_image ${row.no}`, rows: 1 })
  const [near, alike, copies, log, replies, alarm, device] = await Promise.all([
    findNear(db, user.scope, placed([row]), STATIONS),
    findAlike(db, user.scope, [row]),
    countCopies(db, user.scope, [id]),
    findLog(db, id),
    findReplies(db, id),
    row.alarmId === null ? undefined : findAlarm(db, user.scope, row.alarmId),
    row.deviceId === null ? undefined : findDevice(db, user.scope, row.deviceId),
  ])
  return {
    ...imageView(row, sight, { near: near[0], alike, copies: copies.get(id) ?? 0 }),
    isOpen: sight.isOpen,
    ...exifView(row, sight),
    areas: row.areas,
    coveredMs: row.coveredAt?.getTime() ?? null,
    nearest: near.map((one) => nearView(one, sight)),
    alike: alike.map((other) => ({
      id: other.id,
      no: other.no,
      state: other.state,
      shotMs: sight.ms(other.shotAt),
      bits: other.bits,
      isExact: other.isExact,
      isSameSender: other.openidHash === row.openidHash,
    })),
    review:
      row.reviewedAt === null
        ? null
        : {
            name: row.reviewedName ?? '',
            post: row.reviewedPost ?? '',
            atMs: row.reviewedAt.getTime(),
            note: row.reviewNote,
          },
    alarm: alarm ?? null,
    device: device ?? null,
    replies: replies.map(({ text, state, sentAt, madeAt, trouble }) => ({
      text,
      state: state,
      atMs: (sentAt ?? madeAt).getTime(),
      trouble,
    })),
    log: log.map((line) => ({
      id: String(line.id),
      atMs: OF_SENDER.has(line.action) ? sight.ms(line.at) : line.at.getTime(),
      action: STEPS[line.action] ?? line.action,
      to: line.toState,
      who: line.who,
      note: line.note,
    })),
    undoUntilMs: undoUntil(row, user, now()),
  }
}

function exifView(row: ImageRow, sight: WxSight) {
  const exifPlace = pair(row.exifLng, row.exifLat)
  const wechatPlace = pair(row.wxLng, row.wxLat)
  const apart = exifPlace && wechatPlace && distanceKm(exifPlace, wechatPlace)
  return {
    exif: sight.isOpen ? row.exif : null,
    exifPlace: sight.isOpen ? exifPlace : null,
    wechatPlace: sight.isOpen ? wechatPlace : null,
    apartKm: sight.isOpen && apart !== null ? Math.round(apart * 10) / 10 : null,
  }
}
