import { wearableEndpoints } from '@natim/contract/mon/wearable'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { createWearables } from './wearable.service.ts'

/** 可穿戴: board, wearers, units, and bindings. */
export function registerWearableRoutes(
  api: FastifyInstance,
  deps: { readonly db: Db; readonly now: () => number },
): void {
  const wearables = createWearables(deps)
  implement(api, wearableEndpoints, {
    board: ({ query, ctx }) => wearables.board(actorOf(ctx), query),
    wearer: ({ query, ctx }) => wearables.wearer(actorOf(ctx), query),
    timeline: ({ query, ctx }) => wearables.timeline(actorOf(ctx), query),
    exposure: ({ query, ctx }) => wearables.exposure(actorOf(ctx), query),
    enter: async ({ body, ctx }) => withMessage(await wearables.enter(actorOf(ctx), body), '补录成功'),
    bind: async ({ body, ctx }) => withMessage(await wearables.bind(actorOf(ctx), body), '绑定成功！'),
    async unbind({ body, ctx }) {
      await wearables.unbind(actorOf(ctx), body)
      return withMessage(null, '已解除绑定')
    },
    cohort: ({ query, ctx }) => wearables.cohort(ctx.user, query),
    hygiene: ({ query, ctx }) => wearables.hygiene(actorOf(ctx), query),
  })
}
