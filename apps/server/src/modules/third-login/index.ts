export { registerCasRoutes } from './cas.routes.ts'
export { deleteExpiredFlows } from './flow.repository.ts'
export { registerThirdLoginRoutes } from './third-login.routes.ts'
