export type MetricCategory = 'air' | 'tox' | 'met' | 'breath' | 'vital' | 'nbc' | 'sys' | 'derived'

/** How samples of a metric become one value of a longer period (domain §7.3). */
export type MetricAgg = 'avg' | 'sum' | 'max' | 'last' | 'circular' | 'energy'

/**
 * One catalogue entry: what is measured, in which unit it is stored, and which values make sense.
 *
 * All ranges are in the storage unit {@link Metric.unit}.
 */
export interface Metric {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Chemical formula or symbol for display, with real subscripts: `Cl₂`. */
  readonly formula?: string
  readonly category: MetricCategory
  /** The one storage unit. */
  readonly unit: string
  /** Default decimals for display; a channel may override it. */
  readonly precision: number
  /** Plausible range: outside is flagged and kept. */
  readonly rangeLo: number
  readonly rangeHi: number
  /** Physical range: outside is refused with E_RANGE. */
  readonly hardLo: number
  readonly hardHi: number
  /** Default sampling period in seconds. */
  readonly periodS: number
  readonly agg: MetricAgg
  readonly cas?: string
  /** g/mol; absent = no conversion between volume and mass concentration. */
  readonly molarMass?: number
  /** Largest believable change per minute in the storage unit; absent = any jump is believed. */
  readonly maxStepPerMin?: number
  /** A long run of equal values is normal for this metric and is never called stuck. */
  readonly mayRest?: boolean
}
