export { registerDepartRoleRoutes } from './depart-role.routes.ts'
