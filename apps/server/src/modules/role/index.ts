export { roleModule } from './role.routes.ts'
export { ROLE } from './role.resource.ts'
