import { mapEndpoints } from '@natim/contract/mon/map'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { Drafts } from './draft.service.ts'
import type { MapService } from './map.service.ts'

const seesAlarms = ({ permissions }: SessionUser) => permissions.has('mon:alarm:view')

/** 监测一张图: layers, replay, drawn areas and the drafts made of them. */
export function registerMapRoutes(
  api: FastifyInstance,
  { map, drafts }: { readonly map: MapService; readonly drafts: Drafts },
): void {
  implement(api, mapEndpoints, {
    layer: ({ query, ctx }) => map.layer(ctx.user.scope, query, seesAlarms(ctx.user)),
    worst: ({ query, ctx }) => map.worst(ctx.user.scope, query.layer, query),
    trend: ({ query, ctx }) => map.trend(ctx.user.scope, query.layer, { region: query.region, toMs: query.to }),
    wind: ({ ctx }) => map.wind(ctx.user.scope),
    people: ({ ctx }) => map.people(ctx.user.scope),
    replay: ({ query, ctx }) => map.replay(ctx.user.scope, query.layer, query.to, seesAlarms(ctx.user)),
    area: ({ body, ctx }) => map.area(ctx.user.scope, body.area, seesAlarms(ctx.user)),
    drafts: ({ ctx }) => drafts.list(ctx.user),
    addDraft: async ({ body, ctx }) => {
      const figures = await map.area(ctx.user.scope, body.area, seesAlarms(ctx.user))
      return withMessage(await drafts.add(actorOf(ctx), body, figures), '事件草稿已保存')
    },
    removeDraft: async ({ query, ctx }) => {
      await drafts.remove(actorOf(ctx), query.id)
      return withMessage(null, '删除成功！')
    },
  })
}
