export { registerFillRuleRoutes } from './fill-rule.routes.ts'
export { createFillRuleImport, FILL_RULE } from './fill-rule.ts'
