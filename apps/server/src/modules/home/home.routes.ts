import { homeEndpoints } from '@natim/contract/mon/home'
import { homeCardEndpoints } from '@natim/contract/mon/home-cards'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import type { HomeService } from './home.service.ts'
import { deleteLayout, findLayout, upsertLayout } from './layout.repository.ts'

const seesAlarms = ({ permissions }: SessionUser) => permissions.has('mon:alarm:view')

export function registerHomeRoutes(app: FastifyInstance, db: Db, home: HomeService): void {
  implement(app, homeEndpoints, {
    summary: ({ query, ctx }) => home.summary(ctx.user.scope, query.region, seesAlarms(ctx.user)),
    map: ({ query, ctx }) => home.map(ctx.user.scope, query, seesAlarms(ctx.user)),
    station: ({ params, ctx }) => home.station(ctx.user.scope, params.id),
    matrix: ({ query, ctx }) => home.matrix(ctx.user.scope, query.kind, query.region, seesAlarms(ctx.user)),
  })
  implement(app, homeCardEndpoints, {
    air: ({ query, ctx }) => home.air(ctx.user.scope, query.region),
    areas: ({ query, ctx }) => home.areas(ctx.user.scope, query),
    events: ({ query, ctx: { user } }) =>
      home.events(user.scope, query.region, { alarms: seesAlarms(user), nbc: user.permissions.has('mon:nbc:view') }),
    passes: ({ query, ctx }) => home.passes(ctx.user.scope, query.region),
    layout: async ({ ctx }) => (await findLayout(db, ctx.user.userId)) ?? null,
    saveLayout: async ({ body, ctx }) => {
      await upsertLayout(db, ctx.user.userId, body)
      return null
    },
    resetLayout: async ({ ctx }) => {
      await deleteLayout(db, ctx.user.userId)
      return null
    },
  })
}
