import { HEADER_TOKEN } from '@natim/contract/constants'
import { filesEndpoints, uploadParts } from '@natim/contract/system/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { readTenant } from '../../platform/auth/tenant-header.ts'
import { AppError } from '../../platform/errors.ts'
import { serveFile } from '../../platform/files/serve-file.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { readForm } from '../../platform/http/multipart.ts'
import { actorOf } from '../../platform/journal.ts'
import type { FilesService, StoredFile } from './files.service.ts'

/** To be registered in a scope that accepts multipart bodies. */
export function registerFilesRoutes(app: FastifyInstance, files: FilesService): void {
  const upload = async ({ ctx }: { ctx: { request: FastifyRequest; user: SessionUser } }) => {
    const { files: received, values } = await readForm(ctx.request, 1)
    const parts = uploadParts.safeParse({ biz: values['biz'] || undefined })
    if (!parts.success) throw new AppError('file.biz_refused')
    const [file] = received
    if (file === undefined) throw new AppError('file.none')
    return withMessage(null, await files.upload(ctx.user, file, parts.data.biz))
  }
  implement(app, filesEndpoints, {
    upload,
    uploadApp: upload,
    ossUpload: upload,
    minioUpload: upload,
    read: async ({ query: { ticket }, ctx: { request, reply } }) => {
      const path = ((request.params as { '*'?: string })['*'] ?? '').replace(/,+$/, '')
      const file = await files.find(path)
      if (file === undefined) throw new AppError('resource.not_found')
      const isOpen = !file.isPrivate || isOwner(await callerOf(app, request), file)
      // A HEAD request does not redeem a ticket.
      const isLet = isOpen || (request.method === 'GET' && !!ticket && (await files.redeem(ticket, file)))
      // For others, and in another tenant, a private file appears not to exist.
      if (!isLet) throw new AppError('resource.not_found')
      return serveFile(request, reply, file, (range) => files.open(file, range))
    },
    list: ({ query, ctx }) => files.list(ctx.user, query),
    remove: async ({ query, ctx }) => {
      await files.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await files.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
  })
}

/** The user of a valid token in the header; URLs never carry one here. */
async function callerOf(app: FastifyInstance, request: FastifyRequest): Promise<SessionUser | undefined> {
  const token = request.headers[HEADER_TOKEN]
  const tenantId = readTenant(request.headers)
  if (typeof token !== 'string' || token === '' || tenantId === undefined) return undefined
  return app.authenticate(token, tenantId)
}

/** An impersonated session does not see private files. */
const isOwner = (caller: SessionUser | undefined, { ownerId, tenantId }: StoredFile) =>
  caller?.view === undefined && caller?.userId === ownerId && caller.tenantId === tenantId
