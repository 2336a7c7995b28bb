export { registerDataSourceRoutes } from './data-source.routes.ts'
export { createDataSourceImport } from './data-source.ts'
