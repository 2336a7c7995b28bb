export type { DeviceLive, StatusSubject } from './device-live.ts'
export { DeviceStatusService } from './device-status.ts'
