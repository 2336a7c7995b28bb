export { registerDictRoutes } from './dict.routes.ts'
export { loadDictItems, loadDictItemsOf } from './dict.service.ts'
