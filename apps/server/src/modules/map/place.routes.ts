import { placeEndpoints } from '@natim/contract/mon/place'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Stations } from '../station/index.ts'
import type { MapService } from './map.service.ts'
import { findStationPlaces } from './place.repository.ts'

export interface PlaceDeps {
  readonly db: Db
  readonly stations: Pick<Stations, 'conditionsFor'>
  readonly map: Pick<MapService, 'stationLevels'>
}

/** Stations as map places: position, content and severity. */
export function registerPlaceRoutes(api: FastifyInstance, { db, stations, map }: PlaceDeps): void {
  const levelsOf = (user: SessionUser) => map.stationLevels(user.scope, user.permissions.has('mon:alarm:view'))
  implement(api, placeEndpoints, {
    stations: async ({ query, ctx: { user } }) => {
      const [conditions, levels] = await Promise.all([stations.conditionsFor(user, query), levelsOf(user)])
      return (await findStationPlaces(db, conditions)).map((row) => {
        const severity = levels.get(row.id)
        return severity === undefined ? row : { ...row, severity }
      })
    },
    levels: async ({ ctx: { user } }) => Array.from(await levelsOf(user), ([id, severity]) => ({ id, severity })),
  })
}
