export { registerDictAdminRoutes } from './dict-admin.routes.ts'
export { createDictImport } from './dict-import.ts'
export { DICT } from './dict-records.ts'
