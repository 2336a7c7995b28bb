export { registerPositionRoutes } from './position.routes.ts'
export { createPositionImport, POSITION } from './position.ts'
