import { RULE_TEMPLATE_ROWS, type RuleTemplate } from './rule-templates.data.ts'

export type { RuleTemplate }

/** Shipped rules in catalogue order: starting points for administrators and the seed of a new network. */
export const RULE_TEMPLATES: readonly RuleTemplate[] = RULE_TEMPLATE_ROWS
