import { tsMarkEndpoints } from '@natim/contract/mon/ts-marks'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../platform/http/implement.ts'
import type { DataScope } from '../../../platform/scope.ts'
import { assertAskable, getKnown } from '../known-channels.ts'
import type { TimeseriesDeps } from '../timeseries.service.ts'
import { countExceedances } from './exceedances.ts'
import { findBands, findNearest } from './marks.repository.ts'

interface Asked {
  readonly channels: readonly number[]
  readonly from: number
  readonly to: number
}

/** Routes of chart overlays: alarms, exceedances, and the nearest data around an empty range. */
export function registerMarkRoutes(api: FastifyInstance, { db, limits, now }: TimeseriesDeps): void {
  const known = async (scope: DataScope, asked: Asked) => ({
    channels: await getKnown(db, scope, assertAskable(asked)),
    span: { fromMs: asked.from, toMs: asked.to },
  })
  implement(api, tsMarkEndpoints, {
    alarms: async ({ query, ctx: { user } }) => {
      const { channels, span } = await known(user.scope, query)
      const channelNos = channels.map(({ channelNo }) => channelNo)
      return findBands(db, user.scope, channelNos, span)
    },
    exceedances: async ({ query, ctx: { user } }) => {
      const { channels, span } = await known(user.scope, query)
      return countExceedances(db, channels, { span, nowMs: now(), limitsOf: await limits.fresh() })
    },
    nearest: async ({ query, ctx: { user } }) => {
      const { channels, span } = await known(user.scope, query)
      return findNearest(db, channels, span)
    },
  })
}
