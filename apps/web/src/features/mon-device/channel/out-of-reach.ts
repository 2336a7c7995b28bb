import { isOutOfReach } from '@natim/domain/alarm/comparison'
import { formatLimit } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import type { Limit } from './own-limits.ts'

/** Limits that no reading within the range can reach; the same decision as in the alarm engine. */
export function outOfReach(metricCode: string, limits: readonly Limit[], rangeHi: number | null): Limit[] {
  const agg = metricByCode(metricCode)?.agg
  return limits.filter(({ avgPeriod, ...limit }) => {
    const figure = avgPeriod === 'instant' ? ({ kind: 'sample' } as const) : ({ kind: 'clock', avgPeriod } as const)
    return isOutOfReach({ ...limit, figure }, rangeHi, agg)
  })
}

/** The warning as a sentence; undefined when every limit can be reached. */
export function reachWarning(limits: readonly Limit[], unit: string): string | undefined {
  if (limits.length === 0) return undefined
  const names = limits.map(({ name, value }) => `${name}（${formatLimit(value)} ${unit}）`).join('、')
  return `量程低于限值，永远不会达到：${names}`
}
