export { registerDictRoutes } from './dict.routes.ts'
export { loadDictItems, loadDictItemsOf, loadDictText } from './dict.service.ts'
export { type DictLabels, loadDictLabels } from './dict-labels.ts'
