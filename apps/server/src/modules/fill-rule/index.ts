export { fillRuleModule } from './fill-rule.routes.ts'
export { FILL_RULE } from './fill-rule.resource.ts'
