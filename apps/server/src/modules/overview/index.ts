export { loadBirths } from './births.ts'
export {
  type ChannelRecord,
  findChannels,
  findNewest,
} from './channel.repository.ts'
export { loadChannelViews } from './channel-view.service.ts'
export { type ChannelEntry, toChannelView } from './channel-view.ts'
export { dueOf } from './due.ts'
export { registerOverviewRoutes } from './overview.routes.ts'
export { loadMaintenanceTime, loadServiceTime, loadStatusTimes } from './service-time.ts'
export { loadSparks } from './spark.service.ts'
export { emptyGrid, toSpark } from './spark.ts'
export { findStatusChanges } from './status.repository.ts'
export { type StatusChange, statusSpans, timeInStatus } from './status-spans.ts'
