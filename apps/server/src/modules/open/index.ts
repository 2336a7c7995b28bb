export { registerOpenRoutes, registerTokenRoutes } from './open.routes.ts'
