export { registerCategoryRoutes } from './category.routes.ts'
