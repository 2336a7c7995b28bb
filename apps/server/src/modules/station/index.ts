export { registerStationRoutes } from './station.routes.ts'
export { createStationImport } from './station-import.ts'
export { findStations, STATION_LIST, STATION_RULES } from './station.repository.ts'
