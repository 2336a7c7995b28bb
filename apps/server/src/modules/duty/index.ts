export { registerDutyRoutes } from './duty.routes.ts'
export { startDutyTimers } from './duty-timers.ts'
export { findOnDuty, findOnDutyIds } from './on-duty.repository.ts'
