import { station } from '@natim/contract/mon/station.resource'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { type Module, resourceHandlers } from '../resource/index.ts'
import { createStations } from './station.resource.ts'
import { createStationImport } from './station-import.ts'

export const stationModule: Module<{ readonly db: Db; readonly bus: Bus }> = {
  routes: (api, { db, bus }) =>
    implement(api, station.endpoints, resourceHandlers(db, station, createStations(db, bus))),
  sheets: ({ db, bus }) => [createStationImport(db, createStations(db, bus))],
}
