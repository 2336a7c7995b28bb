export { ROLE } from './role.resource.ts'
export { roleModule } from './role.routes.ts'
