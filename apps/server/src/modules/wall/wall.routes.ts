import { wallEndpoints } from '@natim/contract/mon/wall'
import { wallScreen } from '@natim/contract/mon/wall.resource'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { resourceHandlers } from '../resource/index.ts'
import { createKiosks } from './kiosk.service.ts'
import { createWalls, type WallDeps } from './wall.service.ts'
import { createWallViews, type WallViewDeps } from './wall-view.ts'

/** Routes of screens, their content, and their tokens. */
export function registerWallRoutes(
  api: FastifyInstance,
  deps: WallDeps & Pick<WallViewDeps, 'network' | 'limits' | 'home'>,
): void {
  const { db, bus, now, network, limits, home } = deps
  const walls = createWalls({ db, bus, now })
  const views = createWallViews({ db, bus, now, network, limits, home, walls })
  const kiosks = createKiosks({ db, bus, walls })
  implement(api, wallScreen.endpoints, resourceHandlers(db, wallScreen, walls.records))
  implement(api, wallEndpoints, {
    screen: ({ query, ctx }) => walls.screen(ctx.user, query.id),
    save: ({ body: { id, ...version }, ctx }) => walls.save(ctx.user, id, version),
    copy: async ({ body, ctx }) => withMessage(await walls.copy(actorOf(ctx), body.id, body.name), '复制成功！'),
    devices: ({ query, ctx }) => views.devices(ctx.user, query),
    series: ({ query, ctx }) => views.series(ctx.user, query),
    network: ({ query, ctx }) => views.network(ctx.user, query.id),
    alarms: ({ query, ctx }) => views.alarms(ctx.user, query),
    choices: ({ query, ctx }) => views.choices(ctx.user, query),
    tokens: ({ query, ctx }) => kiosks.list(ctx.user, query.id),
    addToken: ({ body, ctx }) => kiosks.add(actorOf(ctx), body.screenId, body.name, body.days),
    async revokeToken({ body, ctx }) {
      await kiosks.revoke(actorOf(ctx), body.id)
      return withMessage(null, '令牌已吊销')
    },
  })
}
