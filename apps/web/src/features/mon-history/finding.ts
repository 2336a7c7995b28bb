import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatNumber, formatShare, formatShortTime, formatSigned } from '@natim/domain/format'
import { metricLabel } from '@/ui/metric-label.ts'
import { COMPARISON_NAMES } from './compared-frame.ts'
import type { Earlier } from './use-history.ts'

/** When the largest value was; undefined for a series without one. */
function peakOf({ timesMs, max }: TsSeries): { readonly tsMs: number; readonly value: number } | undefined {
  let peak: { tsMs: number; value: number } | undefined
  for (const [index, value] of max.entries())
    if (value !== null && (peak === undefined || value > peak.value)) peak = { tsMs: timesMs[index] ?? 0, value }
  return peak
}

/** How far a mean lies above that of the earlier range; undefined while either is unknown. */
export function changeOf(series: TsSeries, earlier: Earlier | undefined): number | undefined {
  const before = earlier?.series?.find(({ channelNo }) => channelNo === series.channelNo)?.stats.avg
  const { avg } = series.stats
  return before == null || avg === null ? undefined : avg - before
}

/** The first channel in a sentence: mean, peak and when, share of valid data, what changed. */
export function findingOf([first, ...others]: readonly TsSeries[], earlier: Earlier | undefined): string {
  if (first === undefined) return ''
  const { stats, unit, precision } = first
  const name = metricLabel({ formula: null, name: first.name })
  const peak = peakOf(first)
  if (stats.avg === null || peak === undefined) return `${name} 该时段没有有效数据`
  const change = changeOf(first, earlier)
  const compared =
    change === undefined || earlier === undefined
      ? ''
      : `，较${COMPARISON_NAMES[earlier.comparison]} ${formatSigned(change, '', precision).trim()}`
  const mean = `${name} 均值 ${formatNumber(stats.avg, precision)} ${unit}${compared}`
  const top = `${formatShortTime(peak.tsMs)} 最高 ${formatNumber(peak.value, precision)}`
  const rest = others.length > 0 ? `；另有 ${others.length} 个通道` : ''
  return `${mean}；${top}；完整率 ${formatShare(stats.completeness)}${rest}`
}
