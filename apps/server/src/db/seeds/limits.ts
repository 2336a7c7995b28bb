import { createHash } from 'node:crypto'
import { LIMIT_SETS, LIMITS } from '@natim/domain/limits'
import type { Tx } from '../../platform/db/db.ts'
import { followShipped, removeUnshipped } from './follow.ts'

/** Stable ids that are valid in a URL. */
const setIdOf = (code: string) => `limit-set-${code.replaceAll('.', '_')}`
const limitIdOf = (id: string) => `limit-${createHash('md5').update(id).digest('hex')}`

/**
 * Published limits with their standard and validity dates (domain §5). Unedited rows follow the product: a corrected
 * figure replaces the old one. Rows that a user changed or deleted are left alone.
 */
export async function seedLimits(trx: Tx): Promise<void> {
  const sets = LIMIT_SETS.map((set) => ({
    id: setIdOf(set.code),
    code: set.code,
    name: set.name,
    standardNo: set.standardNo,
    validFrom: set.validFrom,
    validTo: set.validTo ?? null,
    source: set.source,
    confidence: set.confidence,
  }))
  const limits = LIMITS.map((limit) => ({
    id: limitIdOf(limit.id),
    setId: setIdOf(limit.setCode),
    metricCode: limit.metricCode,
    kind: limit.kind,
    level: limit.level,
    grade: limit.grade ?? null,
    avgPeriod: limit.avgPeriod,
    op: limit.op,
    value: limit.value,
    unit: limit.unit,
    severity: limit.severity ?? null,
    note: limit.note ?? null,
  }))
  await followShipped(trx, 'monLimitSet', sets)
  // A set is not added when a user's own set has the same code.
  const present = new Set((await trx.selectFrom('monLimitSet').select('id').execute()).map(({ id }) => id))
  await followShipped(
    trx,
    'monLimit',
    limits.filter(({ setId }) => present.has(setId)),
  )
  await removeUnshipped(trx, { limits: limits.map(({ id }) => id), sets: sets.map(({ id }) => id) })
}
