export { loadDemoProducts } from './demo/load-demo-products.ts'
export { registerWxProductRoutes } from './product.routes.ts'
export { startWxProductWorker } from './wx-worker.ts'
