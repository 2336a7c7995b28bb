import { homeEndpoints } from '@natim/contract/mon/home'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import type { HomeService } from './home.service.ts'

export function registerHomeRoutes(app: FastifyInstance, home: HomeService): void {
  implement(app, homeEndpoints, {
    summary: ({ query, ctx }) => home.summary(ctx.user.scope, query.region, ctx.user.permissions.has('mon:alarm:view')),
    map: ({ query, ctx }) => home.map(ctx.user.scope, query),
    station: ({ params, ctx }) => home.station(ctx.user.scope, params.id),
    matrix: ({ query, ctx }) => home.matrix(ctx.user.scope, query.kind, query.region),
  })
}
