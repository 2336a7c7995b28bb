export { registerMockRoutes, registerWorkplaceRoutes } from './mock.routes.ts'
