import { formatLimit } from '@natim/domain/format'
import { type Figures, figureFor, figuresOf, isReached, type Means, reachedLimit } from '@natim/domain/mean-window'
import styles from './limit-rail.module.css'
import { type RailLimit, type RailScale, railScale } from './limit-scale.ts'
import { limitText, reachedText } from './limit-text.ts'
import { severityName } from './severity-glyph.tsx'

export interface LimitRailProps {
  readonly value: number | null | undefined
  readonly q?: number
  readonly limits: readonly RailLimit[]
  /** Means for judging limits with an averaging period. */
  readonly means?: Means | undefined
  /** Decimals of the channel. */
  readonly precision?: number
  readonly rangeLo?: number | null
  readonly rangeHi?: number | null
  readonly isLog?: boolean
  /** `card` prints 0, the limits and the maximum below the track. */
  readonly size?: 'cell' | 'card'
  /** Stale or offline: the rail greys with its value. */
  readonly isMuted?: boolean
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

function describe(limits: readonly RailLimit[], figures: Figures, precision: number): string {
  const reached = reachedLimit(limits, figures)
  if (reached) return `${reachedText(reached, figures, precision)}，${severityName(reached.severity)}`
  if (limits.length === 0) return '无限值'
  const texts = limits.toSorted((a, b) => a.value - b.value).map((limit) => limitText(limit, figures, precision))
  return `未达到限值：${texts.join('；')}`
}

/** Limit names below the track, placed near their ticks without overlap. */
function Legend({ limits, scale }: { limits: readonly RailLimit[]; scale: RailScale }) {
  const ordered = limits.toSorted((a, b) => a.value - b.value)
  const centre = ordered.reduce((sum, limit) => sum + scale.at(limit.value), 0) / (ordered.length || 1)
  return (
    <div className={styles.legend} aria-hidden>
      <span>{formatLimit(scale.min)}</span>
      <span style={{ flexGrow: centre }} />
      {ordered.map((limit) => (
        <span key={limit.name} className={styles.name} style={{ color: `var(--sev-${limit.severity}-ink)` }}>
          {limit.name} {formatLimit(limit.value)}
        </span>
      ))}
      <span style={{ flexGrow: 1 - centre }} />
      <span>{formatLimit(scale.max)}</span>
    </div>
  )
}

/** 限值轨: distance of the value from its limits. Neutral until a limit is reached (design §5). */
export function LimitRail(props: LimitRailProps) {
  const { value, q, limits, means, precision = 0, rangeLo, rangeHi, isLog, size = 'cell', isMuted } = props
  const figures = figuresOf({ v: value, q }, means)
  const reached = reachedLimit(limits, figures)
  const mean = reached && reached.avgPeriod !== 'instant' ? figureFor(reached, figures) : undefined
  const shownMax = mean === undefined ? value : Math.max(mean, value ?? mean)
  const scale = railScale({ limits, rangeLo, rangeHi, isLog, shownMax })
  const fill = reached && !isMuted ? `var(--sev-${reached.severity})` : 'var(--rail)'
  return (
    <div className={styles.rail} data-muted={isMuted || undefined}>
      <span className="visually-hidden">{value == null ? '无数值' : describe(limits, figures, precision)}</span>
      <div className={styles.track} aria-hidden>
        {value != null && (
          <span className={styles.fill} style={{ width: percent(scale.at(value)), background: fill }} />
        )}
        {mean !== undefined && !isMuted && (
          <span className={styles.mean} style={{ insetInlineStart: percent(scale.at(mean)), borderColor: fill }} />
        )}
        {limits.map((limit) => (
          <span
            key={`${limit.name} ${limit.value}`}
            className={styles.tick}
            title={limitText(limit, figures, precision)}
            data-unjudged={isReached(limit, figures) === undefined || undefined}
            style={{ insetInlineStart: percent(scale.at(limit.value)), background: `var(--sev-${limit.severity})` }}
          />
        ))}
      </div>
      {size === 'card' && <Legend limits={limits} scale={scale} />}
    </div>
  )
}
