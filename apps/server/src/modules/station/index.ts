export { registerStationRoutes } from './station.routes.ts'
export { createStationImport } from './station-import.ts'
