import { pick } from '@natim/contract/endpoint'
import { deviceEndpoints } from '@natim/contract/mon/device'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { loadOverview, type OverviewDeps } from './overview.service.ts'

export function registerOverviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  implement(app, pick(deviceEndpoints, ['overview']), {
    overview: ({ params, ctx }) => loadOverview(deps, ctx.user, params.id),
  })
}
