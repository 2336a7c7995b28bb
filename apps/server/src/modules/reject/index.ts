export { rejectModule } from './reject.routes.ts'
