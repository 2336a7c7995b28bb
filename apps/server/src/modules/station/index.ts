export { createStations, STATION, type Stations } from './station.ts'
export { registerStationRoutes } from './station.routes.ts'
export { createStationImport } from './station-import.ts'
