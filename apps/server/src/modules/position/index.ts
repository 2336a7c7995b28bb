export { registerPositionRoutes } from './position.routes.ts'
