export { startVitalWorker } from './vital-worker.ts'
export { registerWearableRoutes } from './wearable.routes.ts'
