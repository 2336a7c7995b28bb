export { markAqi, startAqiWorker } from './aqi-worker.ts'
