export { createChannels } from './channels.ts'
export { findDeliveries } from './delivery.repository.ts'
export { startNotifier } from './dispatcher.ts'
export { registerNotifyRoutes } from './notify.routes.ts'
