import { incidentEndpoints } from '@natim/contract/mon/incident'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { createIncidents, type IncidentDeps } from './incident.service.ts'

/** 事件. */
export function registerIncidentRoutes(api: FastifyInstance, deps: IncidentDeps): void {
  const incidents = createIncidents(deps)
  implement(api, incidentEndpoints, {
    list: ({ query, ctx }) => incidents.list(ctx.user, query),
    detail: ({ query, ctx }) => incidents.detail(ctx.user, query.id),
    add: async ({ body, ctx }) => withMessage(await incidents.add(ctx.user, body), '已转事件'),
    link: async ({ body, ctx }) => withMessage(await incidents.link(ctx.user, body), '已并入事件'),
    unlink: async ({ body, ctx }) => withMessage(await incidents.unlink(ctx.user, body), '已移出事件'),
    entry: async ({ body, ctx }) => withMessage(await incidents.entry(ctx.user, body), '已记录'),
    move: async ({ body, ctx }) => withMessage(await incidents.move(ctx.user, body), '事件状态已更新'),
  })
}
