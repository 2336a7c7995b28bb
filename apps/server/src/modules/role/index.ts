export { registerRoleRoutes } from './role.routes.ts'
export { createRoleImport } from './role.ts'
