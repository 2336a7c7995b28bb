export { DeviceStatusService } from './device-status.ts'
export { holdEpochs, STREAMS, streamOf } from './stream-lease.repository.ts'
export { StreamLeases, type Streams } from './stream-leases.ts'
