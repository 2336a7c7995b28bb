export { registerDepartRoutes } from './depart.routes.ts'
