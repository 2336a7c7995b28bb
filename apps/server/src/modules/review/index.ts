export { registerReviewRoutes } from './review.routes.ts'
export { createSampleImport } from './sample-import.ts'
export { loadStationFigures, type StationFigures } from './station-figures.ts'
