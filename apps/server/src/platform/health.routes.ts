import { pick } from '@natim/contract/endpoint'
import { siteEndpoints } from '@natim/contract/system/site'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Health } from './health.ts'
import { implement } from './http/implement.ts'

const UNAVAILABLE = 503

export interface HealthRouteDeps {
  readonly health: Health
  readonly registry: Registry
}

/** For load balancers and scrapers: liveness, readiness and metrics. */
export function registerHealthRoutes(app: FastifyInstance, { health, registry }: HealthRouteDeps): void {
  implement(app, pick(siteEndpoints, ['live', 'ready', 'metrics']), {
    live: () => ({ status: 'ok' as const }),
    ready: async ({ ctx }) => {
      const status = await health.readiness()
      if (status !== 'ok') ctx.reply.status(UNAVAILABLE)
      return { status }
    },
    metrics: async ({ ctx }) => {
      ctx.reply.type(registry.contentType)
      return registry.metrics()
    },
  })
}
