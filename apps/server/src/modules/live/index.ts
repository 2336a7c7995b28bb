export type { DeviceEntry, Directory, StationEntry } from './directory.ts'
export type { HourCount, LatestSample, LiveState } from './live-state.ts'
export { type Network, startNetwork } from './network.ts'
export { scopeKey } from './scope-key.ts'
