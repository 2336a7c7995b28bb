export { CATEGORY } from './category.resource.ts'
export { registerCategoryRoutes } from './category.routes.ts'
export { createCategoryImport } from './category-writes.ts'
