export { registerTimeseriesRoutes } from './timeseries.routes.ts'
