import type { Metric } from './metric.ts'
import { METRIC_ROWS } from './metrics.data.ts'

export type { Metric, MetricAgg, MetricCategory } from './metric.ts'

/** Every metric of the catalogue (domain §4), in display order; codes are unique. */
export const METRICS: readonly Metric[] = METRIC_ROWS

const BY_CODE: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.code, metric]))

/** The catalogue entry, or undefined for an unknown code. */
export function metricByCode(code: string): Metric | undefined {
  return BY_CODE.get(code)
}
