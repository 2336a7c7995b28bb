export { registerIncidentRoutes } from './incident.routes.ts'
export { insertPastIncident, type PastIncident } from './past-incident.ts'
