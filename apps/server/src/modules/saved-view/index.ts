export { registerSavedViewRoutes } from './saved-view.routes.ts'
