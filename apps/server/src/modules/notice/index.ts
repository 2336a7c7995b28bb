export { registerNoticeRoutes } from './notice.routes.ts'
export { createNoticeService, type NoticeService } from './notice.service.ts'
export { createNoticeImport } from './notice-import.ts'
export { registerNoticeSocket } from './notice-socket.ts'
