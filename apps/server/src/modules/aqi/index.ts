export { registerAqiRoutes } from './aqi.routes.ts'
export { markAqi, startAqiWorker } from './aqi-worker.ts'
