export { registerDeviceRoutes } from './device.routes.ts'
export { createDeviceService } from './device.service.ts'
export { createDevices, DEVICE, type Devices } from './device.ts'
export { createDeviceImport } from './device-import.ts'
