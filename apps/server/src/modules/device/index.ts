export { registerDeviceRoutes } from './device.routes.ts'
export { createDeviceService } from './device.service.ts'
export { createDeviceImport } from './device-import.ts'
export { DEVICE_LIST, DEVICE_RULES, findDevices } from './device.repository.ts'
