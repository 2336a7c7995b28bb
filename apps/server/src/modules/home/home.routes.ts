import { homeEndpoints } from '@natim/contract/mon/home'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { implement } from '../../platform/http/implement.ts'
import type { HomeService } from './home.service.ts'

const seesAlarms = ({ permissions }: SessionUser) => permissions.has('mon:alarm:view')

export function registerHomeRoutes(app: FastifyInstance, home: HomeService): void {
  implement(app, homeEndpoints, {
    summary: ({ query, ctx }) => home.summary(ctx.user.scope, query.region, seesAlarms(ctx.user)),
    map: ({ query, ctx }) => home.map(ctx.user.scope, query, seesAlarms(ctx.user)),
    station: ({ params, ctx }) => home.station(ctx.user.scope, params.id),
    matrix: ({ query, ctx }) => home.matrix(ctx.user.scope, query.kind, query.region, seesAlarms(ctx.user)),
  })
}
