export { registerWxCallback } from './callback/callback.routes.ts'
export { loadDemoWxImages } from './demo/load-demo-images.ts'
export { registerWxImageRoutes } from './image.routes.ts'
export { startWxImageWorker } from './wx-image-worker.ts'
