export { registerVisitRoutes } from './visit.routes.ts'
