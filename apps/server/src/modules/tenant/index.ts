export { loadOwnTenants } from './own-tenants.ts'
export { isEnabledTenantOf } from './tenant.repository.ts'
export { registerTenantRoutes } from './tenant.routes.ts'
