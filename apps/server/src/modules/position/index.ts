export { registerPositionRoutes } from './position.routes.ts'
export { createPositionImport } from './position.ts'
