export { registerExportRoutes } from './export/export.routes.ts'
export { startExportWorker } from './export/export-worker.ts'
export { registerTimeseriesRoutes } from './timeseries.routes.ts'
