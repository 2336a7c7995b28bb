import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { chooseChannels, latestSamples, querySeries, type TimeseriesDeps } from './timeseries.service.ts'

export function registerTimeseriesRoutes(app: FastifyInstance, deps: TimeseriesDeps): void {
  implement(app, timeseriesEndpoints, {
    query: ({ query, ctx }) => querySeries(deps, ctx.user.scope, query),
    channels: ({ query, ctx }) => chooseChannels(deps, ctx.user.scope, query),
    batchLatest: ({ body, ctx }) => latestSamples(deps, ctx.user.scope, body.channelNos),
  })
}
