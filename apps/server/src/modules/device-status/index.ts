export { DeviceStatusService } from './device-status.ts'
