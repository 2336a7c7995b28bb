export { registerAlarmStatsRoutes } from './stats.routes.ts'
export { loadAlarmStats } from './stats.service.ts'
