export { loadAlarmCounts } from './alarm-counts.ts'
export { registerAlarmStatsRoutes } from './stats.routes.ts'
export { loadAlarmStats } from './stats.service.ts'
