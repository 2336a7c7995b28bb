export { registerUserRoutes } from './user.routes.ts'
