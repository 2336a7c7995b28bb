export { registerDataSourceRoutes } from './data-source.routes.ts'
export { createDataSourceImport, DATA_SOURCE } from './data-source.resource.ts'
