export { createDrafts } from './draft.service.ts'
export { registerMapRoutes } from './map.routes.ts'
export { createMapService } from './map.service.ts'
export { registerPlaceRoutes } from './place.routes.ts'
