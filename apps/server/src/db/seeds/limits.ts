import { LIMIT_SETS, LIMITS } from '@natim/domain/limits'
import type { Tx } from '../../platform/db/db.ts'

/** Published limits with their standard and the days they hold (domain §5). The code is their source. */
export async function seedLimits(trx: Tx): Promise<void> {
  const sets = LIMIT_SETS.map((set) => ({
    id: `limit-set-${set.code}`,
    code: set.code,
    name: set.name,
    standardNo: set.standardNo,
    validFrom: set.validFrom,
    validTo: set.validTo ?? null,
    source: set.source,
    confidence: set.confidence,
  }))
  await trx
    .insertInto('monLimitSet')
    .values(sets)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        standardNo: eb.ref('excluded.standardNo'),
        validFrom: eb.ref('excluded.validFrom'),
        validTo: eb.ref('excluded.validTo'),
        source: eb.ref('excluded.source'),
        confidence: eb.ref('excluded.confidence'),
      })),
    )
    .execute()
  // Rows of shipped sets are replaced as a whole: a corrected figure must not stand beside the old one.
  await trx
    .deleteFrom('monLimit')
    .where(
      'setId',
      'in',
      sets.map((set) => set.id),
    )
    .execute()
  const limits = LIMITS.map((limit) => ({
    id: limit.id,
    setId: `limit-set-${limit.setCode}`,
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
  const ROWS_PER_STATEMENT = 1_000
  for (let at = 0; at < limits.length; at += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('monLimit')
      .values(limits.slice(at, at + ROWS_PER_STATEMENT))
      .execute()
  }
}
