export { registerDeviceRoutes } from './device.routes.ts'
