export { registerInfectionRoutes } from './infection.routes.ts'
