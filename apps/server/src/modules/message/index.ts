export { messageModule } from './message.routes.ts'
export { TEMPLATE } from './template.resource.ts'
