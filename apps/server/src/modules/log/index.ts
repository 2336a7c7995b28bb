export { registerLogRoutes } from './log.routes.ts'
export { registerVisitRoutes } from './visit.routes.ts'
