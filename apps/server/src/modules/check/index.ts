export { registerCheckRoutes } from './check.routes.ts'
