export { registerAlarmRoutes } from './alarm.routes.ts'
export { type AlarmService, createAlarmService } from './alarm.service.ts'
export { createAlarmFeed } from './alarm-feed.ts'
