export { registerCheckRoutes } from './check.routes.ts'
export { createCheckRuleImport } from './check-rule-record.ts'
