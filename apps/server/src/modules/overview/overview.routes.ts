import { pick } from '@natim/contract/endpoint'
import { deviceEndpoints, EVENTS_PER_CALL, TRACK_PLACES } from '@natim/contract/mon/device'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { findBlob, findEvents, findRejects } from './event.repository.ts'
import { loadOverview, type OverviewDeps } from './overview.service.ts'
import { findTrack } from './track.repository.ts'

/** Includes events in the future: a clock that runs ahead may have reported some. */
const ANY_TIME_MS = 8.64e15

export function registerOverviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  const { db, deviceOf } = deps
  implement(app, pick(deviceEndpoints, ['overview', 'events', 'track', 'rejects', 'blob']), {
    overview: ({ params, ctx }) => loadOverview(deps, ctx.user, params.id),
    events: async ({ params, query, ctx }) => {
      const { deviceNo } = await deviceOf(ctx.user, params.id)
      return findEvents(db, deviceNo, query.beforeMs ?? ANY_TIME_MS, EVENTS_PER_CALL)
    },
    track: async ({ params, query, ctx }) => {
      const { deviceNo } = await deviceOf(ctx.user, params.id)
      return findTrack(db, deviceNo, query, TRACK_PLACES)
    },
    rejects: async ({ params, ctx }) => {
      const { deviceNo } = await deviceOf(ctx.user, params.id)
      return findRejects(db, deviceNo, deps.now())
    },
    blob: async ({ params, query, ctx }) => {
      const { deviceNo, clientId } = await deviceOf(ctx.user, params.id)
      const content = await findBlob(db, { deviceNo, ...query })
      if (content === undefined) throw new AppError('row.not_found')
      const name = `${clientId}-${query.kind}-${query.tsMs}`
      // Bytes of a device, never rendered as a page.
      return ctx.reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  })
}
