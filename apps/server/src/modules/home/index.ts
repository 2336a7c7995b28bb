export { registerHomeRoutes } from './home.routes.ts'
export { createHomeService, type HomeService } from './home.service.ts'
