export { registerNoticeRoutes } from './notice.routes.ts'
export { registerNoticeSocket } from './notice-socket.ts'
