export { registerCategoryRoutes } from './category.routes.ts'
export { createCategoryImport } from './category-register.ts'
