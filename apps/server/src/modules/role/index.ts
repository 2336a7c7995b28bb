export { registerRoleRoutes } from './role.routes.ts'
export { createRoleImport, ROLE } from './role.ts'
