export { registerFillRuleRoutes } from './fill-rule.routes.ts'
export { createFillRuleImport } from './fill-rule.ts'
