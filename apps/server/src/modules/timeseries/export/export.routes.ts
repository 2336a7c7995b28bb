import { tsExportEndpoints } from '@natim/contract/mon/ts-export'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../../../platform/files/serve-file.ts'
import { implement, withMessage } from '../../../platform/http/implement.ts'
import { actorOf } from '../../../platform/journal.ts'
import type { Log } from '../../../platform/logger.ts'
import { createExports } from './export.service.ts'
import type { ExportDeps } from './run-export.ts'

/** Routes of history exports. */
export function registerExportRoutes(api: FastifyInstance, deps: ExportDeps & { readonly log: Log }): void {
  const exports = createExports(deps)
  implement(api, tsExportEndpoints, {
    start: ({ body, ctx }) => exports.start(actorOf(ctx), body),
    list: ({ ctx }) => exports.list(ctx.user),
    file: async ({ query, ctx: { request, reply, user } }) => {
      const { served, open } = await exports.file(user, query.id)
      return serveFile(request, reply, served, open)
    },
    remove: async ({ query, ctx }) => {
      await exports.remove(ctx.user, query.id)
      return withMessage(null, '删除成功！')
    },
  })
}
