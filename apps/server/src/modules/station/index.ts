export { stationRows } from './station.repository.ts'
export { createStations, STATION, type Stations } from './station.resource.ts'
export { stationModule } from './station.routes.ts'
