export { FILL_RULE } from './fill-rule.resource.ts'
export { fillRuleModule } from './fill-rule.routes.ts'
