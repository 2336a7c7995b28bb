import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { WxImage } from '@natim/contract/mon/wx-image'
import type { WxArea } from '@natim/domain/wx-image'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import type { DecisionDeps, Seen } from './decisions.ts'
import { findImage, type ImageColumns, lockImage, updateImage } from './image.repository.ts'
import { imageView, MASKED_SIGHT } from './image-view.ts'
import { drawCopies } from './screen/draw-copies.ts'

/** Redraws the copies from the original, so that covered areas can be uncovered again; replaced only when complete. */
export async function cover(
  { db, now, store }: DecisionDeps & { readonly store: FileStore },
  actor: Actor,
  { id, version, areas, isAll }: Seen & { readonly areas: readonly WxArea[]; readonly isAll: boolean },
): Promise<WxImage> {
  const { scope } = actor.user
  const seen = await findImage(db, scope, id)
  if (seen === undefined) throw new AppError('row.not_found')
  if (seen.version !== version) throw new AppError('row.conflict')
  if (seen.storeKey === null || seen.copyKey === null) throw new AppError('wx.state')
  const copies = await drawCopies(await buffer(await store.open(seen.storeKey)), areas)
  if (copies === undefined) throw new AppError('wx.state')
  // Unique names: the row determines the valid copies, and concurrent calls write separate files.
  const mark = newId()
  const [copyKey, thumbKey] = [`wx/${id}_${mark}.jpg`, `wx/${id}_${mark}_s.jpg`]
  const change = {
    copyKey,
    thumbKey,
    copyBytes: copies.copy.length,
    thumbBytes: copies.thumb.length,
    areas: JSON.stringify(areas),
    coveredBy: isAll ? authorOf(actor.user).username : null,
    coveredAt: isAll ? new Date(now()) : null,
    // A picture that is no longer fully covered is no longer public.
    ...(!isAll && { isPublic: false }),
  }
  let isWritten = false
  try {
    await store.put(copyKey, copies.copy, 'image/jpeg')
    await store.put(thumbKey, copies.thumb, 'image/jpeg')
    const image = await db.transaction().execute(async (trx) => {
      const after = await write(trx, actor, { id, version, areas, change })
      isWritten = true
      return after
    })
    await remove(store, [seen.copyKey, seen.thumbKey])
    return image
  } catch (error) {
    // A commit whose response was lost may have succeeded; the row may then refer to the new files.
    if (!isWritten) await remove(store, [copyKey, thumbKey])
    throw error
  }
}

async function remove(store: FileStore, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await store.remove(key)
}

/** @throws AppError row.not_found, row.conflict */
async function write(
  trx: Tx,
  actor: Actor,
  { id, version, areas, change }: Seen & { readonly areas: readonly WxArea[]; readonly change: ImageColumns },
): Promise<WxImage> {
  const { scope } = actor.user
  const row = await lockImage(trx, scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  if (row.version !== version) throw new AppError('row.conflict')
  await updateImage(trx, id, change)
  await writeOperation(trx, actor, {
    content: `遮盖微信图片：${row.no}`,
    operateType: OPERATE.edit,
    objectId: id,
    detail: { table: 'mon_wx_image', after: { areas: areas.length, isAll: change.coveredAt !== null } },
  })
  const after = await findImage(trx, scope, id)
  if (after === undefined) throw new AppError('row.not_found')
  return imageView(after, MASKED_SIGHT)
}

export const etagOf = (key: string): Buffer => createHash('sha256').update(key).digest()
