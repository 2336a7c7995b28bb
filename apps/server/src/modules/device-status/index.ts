export { DeviceStatusService } from './device-status.ts'
export { StreamLeases, type Streams } from './stream-leases.ts'
