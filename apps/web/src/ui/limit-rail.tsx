import { formatLimit } from '@natim/domain/format'
import styles from './limit-rail.module.css'
import { type RailLimit, type RailScale, railScale, reachedLimit } from './limit-scale.ts'
import { severityName } from './severity-glyph.tsx'

export interface LimitRailProps {
  readonly value: number | null | undefined
  readonly limits: readonly RailLimit[]
  readonly rangeLo?: number | null
  readonly rangeHi?: number | null
  readonly isLog?: boolean
  /** `card` prints 0, the limits and the end below the track. */
  readonly size?: 'cell' | 'card'
  /** Stale or offline: the rail greys with its value. */
  readonly isMuted?: boolean
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

function describe(value: number | null | undefined, limits: readonly RailLimit[]): string {
  if (value == null) return '无数值'
  const reached = reachedLimit(value, limits)
  if (reached) return `已达到 ${reached.name} ${formatLimit(reached.value)}，${severityName(reached.severity)}`
  const next = limits.filter((limit) => limit.value > value).toSorted((a, b) => a.value - b.value)[0]
  return next ? `未达到限值，下一限值 ${next.name} ${formatLimit(next.value)}` : '无限值'
}

/** Limit names below the track, gathered around where their ticks stand, never on top of each other. */
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

/** 限值轨: how far the value is from its limits. Neutral until a limit is reached (design §5). */
export function LimitRail(props: LimitRailProps) {
  const { value, limits, rangeLo, rangeHi, isLog, size = 'cell', isMuted } = props
  const scale = railScale({ limits, rangeLo, rangeHi, isLog, shownMax: value })
  const reached = reachedLimit(value, limits)
  const fill = reached && !isMuted ? `var(--sev-${reached.severity})` : 'var(--rail)'
  return (
    <div className={styles.rail} data-muted={isMuted || undefined}>
      <span className="visually-hidden">{describe(value, limits)}</span>
      <div className={styles.track} aria-hidden>
        {value != null && (
          <span className={styles.fill} style={{ width: percent(scale.at(value)), background: fill }} />
        )}
        {limits.map((limit) => (
          <span
            key={`${limit.name} ${limit.value}`}
            className={styles.tick}
            title={`${limit.name} ${formatLimit(limit.value)}`}
            style={{ insetInlineStart: percent(scale.at(limit.value)), background: `var(--sev-${limit.severity})` }}
          />
        ))}
      </div>
      {size === 'card' && <Legend limits={limits} scale={scale} />}
    </div>
  )
}
