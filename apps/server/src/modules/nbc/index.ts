export { registerNbcRoutes } from './nbc.routes.ts'
export { startNbcWorker } from './take-events.ts'
export { findBaselinesOf, findMeans } from './data.repository.ts'
