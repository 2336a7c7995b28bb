export { type Channels, createChannels } from './channels.ts'
export { startNotifier } from './dispatcher.ts'
export { registerNotifyRoutes } from './notify.routes.ts'
