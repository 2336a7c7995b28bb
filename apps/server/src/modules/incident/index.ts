export { registerIncidentRoutes } from './incident.routes.ts'
