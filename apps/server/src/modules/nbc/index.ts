export { findBaselinesOf, findMeans } from './data.repository.ts'
export { registerNbcRoutes } from './nbc.routes.ts'
export { findNewestEvents } from './newest-events.repository.ts'
export { startNbcWorker } from './take-events.ts'
