export { type Captions, loadCaptions } from './captions.ts'
export { registerDictRoutes } from './dict.routes.ts'
export { loadDictItems, loadDictItemsOf, loadDictText } from './dict.service.ts'
