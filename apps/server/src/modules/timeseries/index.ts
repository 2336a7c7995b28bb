export { registerExportRoutes } from './export/export.routes.ts'
export { startExportWorker } from './export/export-worker.ts'
export { registerNoteRoutes } from './note/note.routes.ts'
export { registerTimeseriesRoutes } from './timeseries.routes.ts'
