export { registerAqiRoutes } from './aqi.routes.ts'
export { cityEvaluatedBy } from './aqi-city.ts'
export { findIndexFigures } from './index-figures.ts'
export { markAqi, startAqiWorker } from './aqi-worker.ts'
