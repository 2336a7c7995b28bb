export { registerStationRoutes } from './station.routes.ts'
