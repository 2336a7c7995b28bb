export { registerCheckRoutes } from './check.routes.ts'
export { CHECK_RULE, createCheckRuleImport } from './check-rule-record.ts'
