export { findCharge, findDepartIds } from './depart.repository.ts'
export { DEPART } from './depart.resource.ts'
export { registerDepartRoutes } from './depart.routes.ts'
export { createDepartImport } from './depart-import.ts'
