export { findRoleCodes } from './permission.repository.ts'
export { createRightsCache, loadPermissionResult, type RightsOf } from './permission.service.ts'
export { publishRightsChanged } from './rights-news.ts'
