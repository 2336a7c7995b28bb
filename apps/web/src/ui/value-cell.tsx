import type { Severity } from '@natim/contract/dict'
import { figuresOf, type Means, reachedLimit } from '@natim/domain/mean-window'
import { LimitRail } from './limit-rail.tsx'
import type { RailLimit } from './limit-scale.ts'
import { reachedText } from './limit-text.ts'
import { metricLabel } from './metric-label.ts'
import styles from './value-cell.module.css'
import { type ValueLook, ValueWithUnit } from './value-with-unit.tsx'

/** Channel fields the cell needs; `channelView` of the contract fits. */
export interface ValueCellChannel {
  readonly metricCode: string
  readonly name: string
  readonly formula: string | null
  readonly unit: string
  readonly precision: number
  readonly rangeLo: number | null
  readonly rangeHi: number | null
  readonly limits: readonly RailLimit[]
  /** Means for judging limits with an averaging period. */
  readonly means?: Means | undefined
}

export interface ValueCellProps {
  readonly channel: ValueCellChannel
  readonly value: number | null | undefined
  readonly q?: number
  readonly look?: ValueLook
  /** Level of an open alarm; by default that of the highest limit the value reaches. */
  readonly severity?: Severity
}

/** Dose rates span decades, so their rails are logarithmic (design §5). */
export const isLogMetric = (metricCode: string): boolean => metricCode.includes('dose')

/** Reading with its limit rail in two lines: label, glyph, value, unit; then the rail (design §5). */
export function ValueCell({ channel, value, q, look = 'live', severity }: ValueCellProps) {
  const figures = figuresOf({ v: value, q }, channel.means)
  const reached = reachedLimit(channel.limits, figures)
  return (
    <div className={styles.cell} title={reached && reachedText(reached, figures, channel.precision)}>
      <div className={styles.line}>
        <span className={styles.label} title={channel.name}>
          {metricLabel(channel)}
        </span>
        <ValueWithUnit
          value={value}
          unit={channel.unit}
          precision={channel.precision}
          q={q}
          look={look}
          severity={severity ?? reached?.severity}
        />
      </div>
      <LimitRail
        value={value}
        q={q}
        limits={channel.limits}
        means={channel.means}
        precision={channel.precision}
        rangeLo={channel.rangeLo}
        rangeHi={channel.rangeHi}
        isLog={isLogMetric(channel.metricCode)}
        isMuted={look !== 'live'}
      />
    </div>
  )
}
