export { registerRoleRoutes } from './role.routes.ts'
