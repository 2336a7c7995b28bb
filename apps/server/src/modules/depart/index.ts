export { findCharge, findDepartIds } from './depart.repository.ts'
export { registerDepartRoutes } from './depart.routes.ts'
export { createDepartImport } from './depart-import.ts'
export { DEPART } from './depart.resource.ts'
