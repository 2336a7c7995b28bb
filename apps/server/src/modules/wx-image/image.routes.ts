import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { WX_DECISIONS } from '@natim/domain/wx-image'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { serveFile } from '../../platform/files/serve-file.ts'
import { type CallContext, implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { cover, etagOf } from './cover.ts'
import { archive, type DecisionDeps, publish, review, reviewMany, setPlace, undo } from './decisions.ts'
import { findImage, type ImageRow } from './image.repository.ts'
import { mayOpen } from './image-view.ts'
import { listImages, listPoints, loadImage, noteSeen } from './images.ts'
import { veilOf } from './screen/draw-copies.ts'

export interface WxImageDeps extends DecisionDeps {
  readonly store: FileStore
  /** If false, the picture page shows a notice. */
  readonly hasAccount: boolean
}

type Ctx = Pick<CallContext<'signedIn'>, 'request' | 'reply' | 'user'>

/** Routes for pictures from senders: viewing, decisions, covering. */
export function registerWxImageRoutes(api: FastifyInstance, deps: WxImageDeps): void {
  const { db } = deps
  const find = async (user: SessionUser, id: string): Promise<ImageRow> => {
    const image = await findImage(db, user.scope, id)
    if (image === undefined) throw new AppError('row.not_found')
    return image
  }
  implement(api, wxImageEndpoints, {
    async list({ query, ctx }) {
      return { ...(await listImages(deps, actorOf(ctx), query)), hasAccount: deps.hasAccount }
    },
    points: ({ query, ctx }) => listPoints(deps, actorOf(ctx), query),
    get: ({ query, ctx }) => loadImage(deps, actorOf(ctx), query.id, query.open),
    thumb: async ({ query, ctx }) => serveCopy(deps, ctx, await find(ctx.user, query.id), 'thumb'),
    picture: async ({ query, ctx }) => serveCopy(deps, ctx, await find(ctx.user, query.id), 'copy'),
    async original({ query, ctx }) {
      const image = await find(ctx.user, query.id)
      if (image.storeKey === null || image.mime === null || image.sha256 === null) throw new AppError('row.not_found')
      const object = `wx_image ${image.no} 原图`
      await noteSeen(db, actorOf(ctx), { isOpen: true }, { kind: 'export', object, rows: 1 })
      const { storeKey, no, mime: mimeType, sizeBytes, sha256, receivedAt: createTime } = image
      const fileName = `${no}.${mimeType.replace('image/', '').replace('jpeg', 'jpg')}`
      const served = { fileName, mimeType, fileSize: sizeBytes ?? 0, sha256, createTime, isPrivate: true }
      return serveFile(ctx.request, ctx.reply, served, (range) => deps.store.open(storeKey, range))
    },
    review: async ({ body, ctx }) =>
      withMessage(await review(deps, actorOf(ctx), body), `已${WX_DECISIONS[body.decision]}`),
    async reviewMany({ body, ctx }) {
      const result = await reviewMany(deps, actorOf(ctx), body)
      const missed = result.missed.length > 0 ? `，${result.missed.length} 张未处理` : ''
      return withMessage(result, `已${WX_DECISIONS[body.decision]} ${result.done} 张${missed}`)
    },
    undo: async ({ body, ctx }) => withMessage(await undo(deps, actorOf(ctx), body), '已撤销'),
    archive: async ({ body, ctx }) => withMessage(await archive(deps, actorOf(ctx), body), '已归档'),
    place: async ({ body, ctx }) => withMessage(await setPlace(deps, actorOf(ctx), body), '位置已更正'),
    blur: async ({ body, ctx }) =>
      withMessage(await cover(deps, actorOf(ctx), body), body.isAll ? '已遮盖，可以公开' : '已遮盖'),
    publish: async ({ body, ctx }) =>
      withMessage(await publish(deps, actorOf(ctx), body), body.isPublic ? '已公开' : '已取消公开'),
  })
}

/** Serves a copy, veiled as long as it is not covered unless the reader may see originals or review it. */
async function serveCopy({ store }: WxImageDeps, ctx: Ctx, image: ImageRow, kind: 'copy' | 'thumb') {
  const key = kind === 'copy' ? image.copyKey : image.thumbKey
  const bytes = kind === 'copy' ? image.copyBytes : image.thumbBytes
  if (key === null || bytes === null || image.thumbKey === null) throw new AppError('row.not_found')
  const { request, reply, user } = ctx
  // Headers must not reveal the exact time of receipt.
  const createTime = new Date(0)
  const common = { fileName: `${image.no}.jpg`, mimeType: 'image/jpeg', createTime, isPrivate: true }
  if (image.coveredAt !== null || mayOpen(user)) {
    const served = { ...common, fileSize: bytes, sha256: etagOf(key) }
    return serveFile(request, reply, served, (range) => store.open(key, range))
  }
  const veiled = await veilOf(await buffer(await store.open(image.thumbKey)))
  const served = { ...common, fileSize: veiled.length, sha256: etagOf(`${key} veiled`) }
  return serveFile(request, reply, served, (range) =>
    Promise.resolve(Readable.from(range ? veiled.subarray(range.start, range.end + 1) : veiled)),
  )
}
