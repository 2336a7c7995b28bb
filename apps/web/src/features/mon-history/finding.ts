import type { TsSeries } from '@natim/contract/mon/timeseries'
import type { Exceedance } from '@natim/contract/mon/ts-marks'
import { formatNumber, formatShare, formatShortTime, formatSigned } from '@natim/domain/format'
import { calendarDayGmt8 } from '@natim/domain/time'
import { metricLabel } from '@/ui/metric-label.ts'
import { COMPARISON_NAMES } from './compared-frame.ts'
import type { Earlier } from './use-history.ts'

/** Time and value of the maximum; undefined for a series without values. */
function peakOf({ timesMs, max }: TsSeries): { readonly tsMs: number; readonly value: number } | undefined {
  let peak: { tsMs: number; value: number } | undefined
  for (const [index, value] of max.entries())
    if (value !== null && (peak === undefined || value > peak.value)) peak = { tsMs: timesMs[index] ?? 0, value }
  return peak
}

/** Change of the mean since the earlier range; undefined while either is unknown. */
export function changeOf(series: TsSeries, earlier: Earlier | undefined): number | undefined {
  const before = earlier?.series?.find(({ channelNo }) => channelNo === series.channelNo)?.stats.avg
  const { avg } = series.stats
  return before == null || avg === null ? undefined : avg - before
}

/** `PM2.5 超标 2 天：03-02 日均 102、03-03 日均 66。` */
function exceededText(name: string, count: Exceedance | undefined, precision: number): string {
  if (count === undefined) return ''
  const isDay = count.avgPeriod === 'day'
  const worst = count.worst.slice(0, 2).toSorted((a, b) => a.tsMs - b.tsMs)
  // A day is named by its date, not by the midnight at its end.
  const parts = worst.map(({ tsMs, value }) =>
    isDay
      ? `${calendarDayGmt8(tsMs - 1).slice(5)} 日均 ${formatNumber(value, precision)}`
      : `${formatShortTime(tsMs)} ${formatNumber(value, precision)}`,
  )
  return `${name} 超标 ${count.exceeded} ${isDay ? '天' : '小时'}：${parts.join('、')}。`
}

/** Finding on the first channel in one sentence: mean, peak and its time, share of valid data, change. */
export function findingOf(
  [first, ...others]: readonly TsSeries[],
  earlier: Earlier | undefined,
  exceedances: readonly Exceedance[] = [],
): string {
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
  const above = exceededText(
    name,
    exceedances.find(({ channelNo, exceeded }) => channelNo === first.channelNo && exceeded > 0),
    precision,
  )
  return `${above}${mean}；${top}；完整率 ${formatShare(stats.completeness)}${rest}`
}
