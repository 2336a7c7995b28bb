export { STATION } from './station.ts'
export { stationModule } from './station.routes.ts'
