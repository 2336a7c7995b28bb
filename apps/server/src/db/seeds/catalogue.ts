import { METRICS } from '@natim/domain/metrics'
import type { Tx } from '../../platform/db/db.ts'

/** Metric catalogue (domain §4). The code is its source: rows follow it at every start. */
export async function seedCatalogue(trx: Tx): Promise<void> {
  const rows = METRICS.map((metric, index) => ({
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
  await trx
    .insertInto('monMetric')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        nameCn: eb.ref('excluded.nameCn'),
        unit: eb.ref('excluded.unit'),
        precision: eb.ref('excluded.precision'),
        rangeLo: eb.ref('excluded.rangeLo'),
        rangeHi: eb.ref('excluded.rangeHi'),
        hardLo: eb.ref('excluded.hardLo'),
        hardHi: eb.ref('excluded.hardHi'),
        defaultPeriodS: eb.ref('excluded.defaultPeriodS'),
        agg: eb.ref('excluded.agg'),
        sortNo: eb.ref('excluded.sortNo'),
      })),
    )
    .execute()
}
