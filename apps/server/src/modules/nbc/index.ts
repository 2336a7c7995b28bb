export { registerNbcRoutes } from './nbc.routes.ts'
export { findNewestEvents } from './newest-events.repository.ts'
export { startNbcWorker } from './take-events.ts'
export { findBaselinesOf, findMeans } from './data.repository.ts'
