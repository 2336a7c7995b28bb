export { createRightsCache, loadPermissionResult, type RightsOf } from './permission.service.ts'
