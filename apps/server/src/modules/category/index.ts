export { registerCategoryRoutes } from './category.routes.ts'
export { createCategoryImport } from './category-register.ts'
export { CATEGORY } from './category-record.ts'
