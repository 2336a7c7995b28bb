export { registerWxProductRoutes } from './product.routes.ts'
export { startWxProductWorker } from './wx-worker.ts'
