export { registerMockRoutes } from './mock.routes.ts'
