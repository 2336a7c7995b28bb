export { registerMonitorRoutes } from './monitor.routes.ts'
