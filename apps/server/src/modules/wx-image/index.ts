export { loadDemoWxImages } from './demo/load-demo-images.ts'
export { type CallbackDeps, registerWxCallback } from './callback/callback.routes.ts'
export { registerWxImageRoutes } from './image.routes.ts'
export { startWxImageWorker } from './wx-image-worker.ts'
