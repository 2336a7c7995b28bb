export { meanOf, type WearerDay } from './cohort.ts'
export { startVitalWorker } from './vital-worker.ts'
export { registerWearableRoutes } from './wearable.routes.ts'
export { daysUntil, readWearerDays } from './wearer-days.ts'
