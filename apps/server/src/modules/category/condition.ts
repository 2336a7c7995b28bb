import { text } from '@natim/contract/fields'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { conditionOn, ownField } from '../../platform/list/list-field.ts'
import { CATEGORY_FIELDS } from './category.repository.ts'

const wireCondition = z.record(z.string(), z.union([text(200), z.number().transform(String)]))
/** Properties allowed in a condition (contract/30 §3). */
const NAMED = new Set(['code', 'name', 'id', 'createBy', 'sysOrgCode'])

/**
 * Parses the condition of a category widget: a JSON object of properties and the values they equal. Empty text means no
 * condition.
 *
 * @throws AppError category.condition_refused
 */
export function categoryConditions(sent: string | undefined) {
  if (sent === undefined || sent === '') return []
  const parsed = wireCondition.safeParse(parsedJson(sent))
  if (!parsed.success) throw new AppError('category.condition_refused', { cause: parsed.error })
  return Object.entries(parsed.data).map(([name, value]) => {
    const field = NAMED.has(name) ? ownField(CATEGORY_FIELDS, name) : undefined
    if (!field) throw new AppError('category.condition_refused')
    return conditionOn(field, { op: 'eq', value })
  })
}

function parsedJson(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch (error) {
    throw new AppError('category.condition_refused', { cause: error })
  }
}
