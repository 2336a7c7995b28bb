import { tenantEndpoints } from '@natim/contract/system/tenant'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { createTenantAdmin } from './tenant-admin.service.ts'

/** These two filters are plain days: begins at or after, ends at or before (contract/20 §9). */
function rangesOf<Q extends Record<string, unknown>>({ beginDate, endDate, ...query }: Q): Q {
  return {
    ...query,
    ...(beginDate !== undefined && { beginDate_begin: beginDate }),
    ...(endDate !== undefined && { endDate_end: endDate }),
  } as Q
}

/** A tenant number; any other id is answered as not found. */
function numberOf(id: string): number {
  if (!/^\d{1,9}$/.test(id)) throw new AppError('row.not_found')
  return Number(id)
}

export function registerTenantRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const tenants = createTenantAdmin(db)
  implement(app, tenantEndpoints, {
    list: ({ query, ctx }) => tenants.page(ctx.user, rangesOf(query)),
    get: ({ query, ctx }) => tenants.get(ctx.user, query.id),
    options: ({ query }) => tenants.options(query.ids ?? []),
    create: async ({ body, ctx }) => {
      await tenants.create(body, actorOf(ctx))
      return withMessage(null, '添加成功！')
    },
    update: async ({ body: { id, ...patch }, ctx }) => {
      await tenants.update(numberOf(id), patch, actorOf(ctx))
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await tenants.remove([query.id], actorOf(ctx))
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      const kept = await tenants.remove(query.ids, actorOf(ctx))
      return withMessage(null, kept === 0 ? '批量删除成功！' : `部分删除成功，${kept} 个租户已被用户引用，未删除`)
    },
  })
}
