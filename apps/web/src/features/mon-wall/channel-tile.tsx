import type { Severity } from '@natim/contract/dict'
import type { ChannelView } from '@natim/contract/mon/device'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import { isWallStale } from '@natim/domain/wall'
import { memo } from 'react'
import { LimitRail } from '@/ui/limit-rail.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { Sparkline } from '@/ui/sparkline.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { isLogMetric } from '@/ui/value-cell.tsx'
import styles from './channel-tile.module.css'
import { trendOf } from './chart-geometry.ts'

const SPARK_MS = 5 * MINUTE_MS
const TRENDS = { up: ['↑', '上升'], down: ['↓', '下降'], flat: ['→', '平稳'] } as const

export interface TileReading {
  readonly v: number
  readonly ts: number
  readonly q: number
  readonly level: number | null
}

export interface ChannelTileProps {
  readonly channel: ChannelView
  readonly reading: TileReading | undefined
  /** Values of the last minutes, oldest first. */
  readonly recent: readonly (number | null)[]
  readonly staleS: number | null
  /** The device is offline: its last values are shown hatched. */
  readonly isOffline: boolean
  /** In history mode values are not marked as stale. */
  readonly isPast: boolean
  readonly isCharted: boolean
  readonly onPick: () => void
}

/** One channel of a panel: value, unit, trend, the last five minutes, and the distance to its limits. */
export const ChannelTile = memo(function ChannelTile(props: ChannelTileProps) {
  const { channel, reading, recent, staleS, isOffline, isPast, isCharted, onPick } = props
  const { periodS } = channel
  const isStale = useTicker(
    (nowMs) => !isPast && reading !== undefined && periodS > 0 && isWallStale(reading.ts, nowMs, { periodS, staleS }),
  )
  const isMuted = isStale || isOffline
  const level = isMuted ? null : ((reading?.level ?? null) as Severity | null)
  const label = metricLabel(channel)
  const [sign, word] = TRENDS[trendOf(recent)]
  return (
    <button
      type="button"
      className={styles.tile}
      data-level={level ?? undefined}
      data-stale={isStale || undefined}
      data-charted={isCharted || undefined}
      aria-pressed={isCharted}
      title={`${channel.name}：点击在下方绘制`}
      onClick={onPick}
    >
      <span className={styles.head}>
        <span className={styles.label}>{label}</span>
        {level !== null && <SeverityGlyph level={level} size={14} />}
        {isStale && (
          <span className={styles.clock} role="img" aria-label="数据陈旧">
            ◷
          </span>
        )}
        <span className={styles.unit}>{channel.unit}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.value}>
          {reading === undefined ? NO_VALUE : formatNumber(reading.v, channel.precision)}
        </span>
        {reading !== undefined && !isMuted && (
          <span className={styles.trend} role="img" aria-label={word}>
            {sign}
          </span>
        )}
        <span className={styles.spark}>
          <Sparkline
            label={`${label} 最近 5 分钟`}
            values={recent}
            width={54}
            height={22}
            isMuted={isMuted}
            {...(level !== null && { severity: level })}
          />
        </span>
      </span>
      <TileRail {...{ channel, reading, isPast, isMuted }} />
    </button>
  )
})

interface TileRailProps extends Pick<ChannelTileProps, 'channel' | 'reading' | 'isPast'> {
  readonly isMuted: boolean
}

const TileRail = ({ channel, reading, isPast, isMuted }: TileRailProps) => (
  <LimitRail
    value={reading?.v}
    {...(reading && { q: reading.q })}
    limits={channel.limits}
    means={isPast ? undefined : channel.means}
    precision={channel.precision}
    rangeLo={channel.rangeLo}
    rangeHi={channel.rangeHi}
    isLog={isLogMetric(channel.metricCode)}
    isMuted={isMuted}
  />
)

/** Column values of the spark: the five minutes before an instant. */
export function sparkOf(
  columns: { readonly timesMs: readonly number[]; readonly values: readonly (number | null)[] },
  toMs: number,
): (number | null)[] {
  const { timesMs, values } = columns
  let last = timesMs.length - 1
  while (last >= 0 && (timesMs[last] ?? 0) > toMs) last -= 1
  let first = last
  while (first > 0 && (timesMs[first - 1] ?? 0) > toMs - SPARK_MS) first -= 1
  return last < 0 ? [] : values.slice(first, last + 1)
}
