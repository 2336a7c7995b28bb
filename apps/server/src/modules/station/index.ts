export { STATION } from './station.resource.ts'
export { stationModule } from './station.routes.ts'
