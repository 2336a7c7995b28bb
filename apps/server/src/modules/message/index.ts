export { registerMessageRoutes } from './message.routes.ts'
export { createMessageImport } from './message.ts'
export { createTemplateImport, TEMPLATE } from './template.ts'
