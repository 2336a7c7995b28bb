export { registerUserRoutes } from './user.routes.ts'
export { createUserService } from './user.service.ts'
export { registerUserAdminRoutes } from './user-admin.routes.ts'
export { createUserImport } from './user-import.ts'
