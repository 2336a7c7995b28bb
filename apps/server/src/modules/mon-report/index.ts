export { registerMonReportRoutes } from './mon-report.routes.ts'
export { createReportFiles } from './report-files.ts'
export { startReportWorker } from './report-worker.ts'
