export { checkModule } from './check.routes.ts'
export { CHECK_RULE } from './check-rule.resource.ts'
