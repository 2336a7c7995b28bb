export type MetricCategory = 'air' | 'tox' | 'met' | 'breath' | 'vital' | 'nbc' | 'sys' | 'derived'

/** How samples of a metric are aggregated over a longer period (domain §7.3). */
export type MetricAgg = 'avg' | 'sum' | 'max' | 'last' | 'circular' | 'energy'

/**
 * One catalogue entry: what is measured, its storage unit, and its plausible values.
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
  /** Storage unit. */
  readonly unit: string
  /** Default decimals for display; a channel may override it. */
  readonly precision: number
  /** Plausible range: values outside are flagged and kept. */
  readonly rangeLo: number
  readonly rangeHi: number
  /** Physical range: values outside are refused with E_RANGE. */
  readonly hardLo: number
  readonly hardHi: number
  /** Default sampling period in seconds. */
  readonly periodS: number
  readonly agg: MetricAgg
  readonly cas?: string
  /** g/mol; absent = no conversion between volume and mass concentration. */
  readonly molarMass?: number
  /** Largest plausible change per minute in the storage unit; absent = any jump is accepted. */
  readonly maxStepPerMin?: number
  /** Long runs of equal values are normal for this metric and never flagged as stuck. */
  readonly mayRest?: boolean
}
