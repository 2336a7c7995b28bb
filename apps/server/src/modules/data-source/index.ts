export { createDataSourceImport, DATA_SOURCE } from './data-source.resource.ts'
export { registerDataSourceRoutes } from './data-source.routes.ts'
