export { registerExistingClientRoutes } from './existing-clients.routes.ts'
