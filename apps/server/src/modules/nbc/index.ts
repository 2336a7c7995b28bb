export { registerNbcRoutes } from './nbc.routes.ts'
export { startNbcWorker } from './take-events.ts'
