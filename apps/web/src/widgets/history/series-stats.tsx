import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { type Stat, StatRow } from '@/ui/stat-block.tsx'
import styles from './history.module.css'

/** Statistics of a series over the shown range. */
export function statsOf({ agg, stats, precision, unit }: TsSeries): Stat[] {
  const value = (figure: number | null, decimals = precision) =>
    figure === null ? NO_VALUE : formatNumber(figure, decimals)
  const withUnit = (label: string, figure: number | null, decimals?: number): Stat => ({
    label,
    value: value(figure, decimals),
    unit: figure === null ? undefined : unit,
  })
  return [
    { label: '样本', value: formatNumber(stats.n) },
    { label: '完整率', value: formatShare(stats.completeness) },
    ...(stats.means ? [{ label: agg === '1d' ? '有效日均' : '有效时均', value: meansText(stats.means) }] : []),
    withUnit('均值', stats.avg),
    withUnit('最小', stats.min),
    withUnit('最大', stats.max),
    withUnit('P95', stats.p95),
    // With fewer decimals a small deviation would read as zero.
    withUnit('标准差', stats.sd, precision + 1),
  ]
}

/** Publishable means of those due: `22/24`; means with unknown coverage are listed separately. */
function meansText({ valid, short, unknown, due }: NonNullable<TsSeries['stats']['means']>): string {
  const judged = Math.max(valid + short, due - unknown)
  if (valid + short === 0 && unknown > 0) return '未知'
  if (judged <= 0) return NO_VALUE
  return `${valid}/${judged}${unknown > 0 ? `（${unknown} 未知）` : ''}`
}

/** Statistics below the chart, one row per series. */
export function SeriesStats({ answer }: { readonly answer: readonly TsSeries[] }) {
  if (answer.length === 1 && answer[0]) return <StatRow stats={statsOf(answer[0])} />
  return (
    <div className={styles.statRows}>
      {answer.map((series) => (
        <section key={series.channelNo} aria-label={`${series.name} 统计`}>
          <h3 className="t-caption">{series.name}</h3>
          <StatRow stats={statsOf(series)} />
        </section>
      ))}
    </div>
  )
}
