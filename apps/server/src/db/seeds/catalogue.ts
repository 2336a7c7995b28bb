import { METRICS } from '@natim/domain/metrics'
import type { Tx } from '../../platform/db/db.ts'
import { followShipped } from './follow.ts'

/** Columns of a metric that users may edit; code knows the others. */
const BOUNDS: ReadonlySet<string> = new Set(['rangeLo', 'rangeHi', 'hardLo', 'hardHi'])

/**
 * Metric catalogue (domain §4). Bounds follow the product until a user changes one of them, the other columns always.
 */
export async function seedCatalogue(trx: Tx): Promise<void> {
  const rows = METRICS.map((metric, index) => ({
    id: metric.code,
    code: metric.code,
    nameCn: metric.nameCn,
    nameEn: metric.nameEn,
    category: metric.category,
    formula: metric.formula ?? null,
    unit: metric.unit,
    precision: metric.precision,
    rangeLo: metric.rangeLo,
    rangeHi: metric.rangeHi,
    hardLo: metric.hardLo,
    hardHi: metric.hardHi,
    defaultPeriodS: metric.periodS,
    agg: metric.agg,
    cas: metric.cas ?? null,
    molarMass: metric.molarMass ?? null,
    sortNo: index,
  }))
  const fixed = Object.keys(rows[0] ?? {}).filter((column) => !BOUNDS.has(column))
  await followShipped(trx, 'monMetric', rows, fixed)
}
