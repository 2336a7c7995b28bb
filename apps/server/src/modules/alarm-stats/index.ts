export { registerAlarmStatsRoutes } from './stats.routes.ts'
