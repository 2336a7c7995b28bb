import { reportEndpoints } from '@natim/contract/system/report'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { createDesignService } from './design.service.ts'
import { createReadingService } from './reading.service.ts'
import { createReportRunner } from './report-runner.ts'
import { REPORT_SOURCES } from './sources.ts'

export function registerReportRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const runner = createReportRunner(db)
  const reading = createReadingService({ db, runner })
  const design = createDesignService({ db, runner })
  implement(app, reportEndpoints, {
    columns: ({ params, ctx }) => reading.columns(ctx.user, params.code),
    queryInfo: ({ params, ctx }) => reading.queryInfo(ctx.user, params.cgRpConfigId),
    data: ({ params, query, ctx }) => reading.data(ctx.user, params.cgRpConfigId, query),
    list: ({ query, ctx }) => design.list(ctx.user, query),
    get: ({ query }) => design.get(query.id),
    create: async ({ body, ctx }) => withMessage(await design.create(ctx.user, body), '添加成功！'),
    update: async ({ body, ctx }) => {
      await design.update(ctx.user, body)
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await design.remove(ctx.user, [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await design.remove(ctx.user, query.ids)
      return withMessage(null, '批量删除成功！')
    },
    test: ({ body, ctx }) => design.test(ctx.user, body.cgrSql, body.params),
    sources: () => [...REPORT_SOURCES],
  })
}
