export {
  type ChannelRecord,
  findChannels,
  findEarlierPeriods,
  findNewest,
  findPeriodVersions,
} from './channel.repository.ts'
export { type ChannelEntry, toChannelView } from './channel-view.ts'
export { loadChannelViews } from './channel-view.service.ts'
export { registerOverviewRoutes } from './overview.routes.ts'
export { emptyGrid, toSpark } from './spark.ts'
export { loadSparks } from './spark.service.ts'
export { loadDue } from './due.ts'
export { loadMaintenanceTime, loadServiceTime, loadStatusTimes } from './service-time.ts'
export { findStatusChanges } from './status.repository.ts'
export { type StatusChange, statusSpans, timeInStatus } from './status-spans.ts'
