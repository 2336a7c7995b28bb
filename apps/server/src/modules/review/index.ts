export { registerReviewRoutes } from './review.routes.ts'
export { createSampleImport } from './sample-import.ts'
