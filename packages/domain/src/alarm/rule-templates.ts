import { RULE_TEMPLATE_ROWS, type RuleTemplate } from './rule-templates.data.ts'

export type { RuleTemplate }

/** Rules that come with the product, in the order of the catalogue: starting points for people, and the seed of a new network. */
export const RULE_TEMPLATES: readonly RuleTemplate[] = RULE_TEMPLATE_ROWS
