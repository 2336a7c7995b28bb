import { METRICS } from '@natim/domain/metrics'
import type { Tx } from '../../platform/db/db.ts'
import { followShipped } from './follow.ts'

/** Metric catalogue (domain §4). Rows follow the product until somebody changes their bounds. */
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
  await followShipped(trx, 'monMetric', rows)
}
