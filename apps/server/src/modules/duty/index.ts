export { registerDutyRoutes } from './duty.routes.ts'
export { startDutyTimers } from './duty-timers.ts'
export { findOnDuty, findOnDutyIds, findWatch } from './on-duty.repository.ts'
