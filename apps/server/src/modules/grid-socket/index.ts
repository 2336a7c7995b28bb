export { registerGridSocket } from './grid-socket.ts'
export { sendToPages } from './send-to-pages.ts'
