import type { Tx } from '../../platform/db/db.ts'
import { SEED_CATEGORIES, type SeedCategory } from './categories.data.ts'
import { SEED_CHECK_RULES } from './check-rules.data.ts'
import { SEED_FILL_RULES } from './fill-rules.ts'
import { SEED_TEMPLATES } from './message-templates.ts'
import { SEED_DATA_SOURCE, SEED_JOBS } from './operation.ts'
import { SEED_POSITIONS } from './positions.data.ts'

/**
 * Initial positions, categories, rules and message templates. Fills empty tables only, so that changes by users are
 * kept.
 */
export async function seedReference(trx: Tx): Promise<void> {
  const isEmpty = async (
    table:
      | 'sysPosition'
      | 'sysCategory'
      | 'sysCheckRule'
      | 'sysFillRule'
      | 'sysSmsTemplate'
      | 'sysQuartzJob'
      | 'sysDataSource',
  ) => (await trx.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
  if (await isEmpty('sysPosition')) {
    const rows = SEED_POSITIONS.map(([code, name, postRank]) => ({ id: `pos-${code}`, code, name, postRank }))
    await trx.insertInto('sysPosition').values(rows).execute()
  }
  if (await isEmpty('sysCategory')) await trx.insertInto('sysCategory').values(categoryRows(SEED_CATEGORIES)).execute()
  if (await isEmpty('sysCheckRule')) {
    const rows = SEED_CHECK_RULES.map(({ parts, ...rule }) => ({
      ...rule,
      id: `rule-${rule.ruleCode}`,
      ruleJson: JSON.stringify(parts),
    }))
    await trx.insertInto('sysCheckRule').values(rows).execute()
  }
  if (await isEmpty('sysFillRule')) {
    const rows = SEED_FILL_RULES.map(([ruleCode, ruleName, ruleClass, ruleParams]) => ({
      id: `fill-${ruleCode}`,
      ruleCode,
      ruleName,
      ruleClass,
      ruleParams,
    }))
    await trx.insertInto('sysFillRule').values(rows).execute()
  }
  if (await isEmpty('sysDataSource')) await trx.insertInto('sysDataSource').values(SEED_DATA_SOURCE).execute()
  if (await isEmpty('sysQuartzJob'))
    await trx
      .insertInto('sysQuartzJob')
      .values([...SEED_JOBS])
      .execute()
  if (await isEmpty('sysSmsTemplate')) await trx.insertInto('sysSmsTemplate').values(templateRows()).execute()
}

const templateRows = () =>
  SEED_TEMPLATES.map(([templateCode, templateName, templateType, templateContent, templateTestJson, useStatus]) => ({
    id: `tpl-${templateCode}`,
    templateCode,
    templateName,
    templateType,
    templateContent,
    templateTestJson,
    useStatus,
  }))

/** Parents before children. Codes as for departments: a letter and two digits per level. */
function categoryRows(categories: readonly SeedCategory[], parent?: string) {
  return categories.flatMap(([name, ...children], index): CategoryRow[] => {
    const code = `${parent ?? ''}A${String(index + 1).padStart(2, '0')}`
    const row = { id: `cat-${code}`, pid: parent === undefined ? null : `cat-${parent}`, name, code }
    return [row, ...categoryRows(children, code)]
  })
}

interface CategoryRow {
  readonly id: string
  readonly pid: string | null
  readonly name: string
  readonly code: string
}
