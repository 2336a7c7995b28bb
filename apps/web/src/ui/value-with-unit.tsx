import type { Severity } from '@natim/contract/dict'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { isValidForStatistics, QUALITY, qualityNames } from '@natim/domain/quality'
import { SeverityGlyph } from './severity-glyph.tsx'
import styles from './value.module.css'

/** Freshness of a value: live, older than two periods, or the last one of an offline device. */
export type ValueLook = 'live' | 'stale' | 'offline'

export interface ValueWithUnitProps {
  readonly value: number | null | undefined
  readonly unit: string
  /** Decimals of the channel. */
  readonly precision: number
  /** Quality bits of domain §3.6. */
  readonly q?: number
  readonly look?: ValueLook
  /** Level the value has reached. */
  readonly severity?: Severity
  readonly size?: 'table' | 'card' | 'kpi'
}

/** One character for the quality flags, the most important first. */
function mark(q: number): string {
  if (!isValidForStatistics(q)) return '✕'
  if (q & QUALITY.belowLod) return 'L'
  if (q & (QUALITY.estimated | QUALITY.timeCorrected | QUALITY.late)) return '*'
  return '†'
}

function QualityMark({ q }: { q: number }) {
  const names = qualityNames(q).join('、')
  return (
    <sup className={styles.mark} title={names}>
      <span aria-hidden>{mark(q)}</span>
      <span className="visually-hidden">（{names}）</span>
    </sup>
  )
}

/** A reading: severity glyph, number with the channel's decimals, quality mark, unit. Never just a number. */
export function ValueWithUnit(props: ValueWithUnitProps) {
  const { value, unit, precision, q = 0, look = 'live', severity, size = 'table' } = props
  const isLive = look === 'live'
  const ink = severity && isLive ? { color: `var(--sev-${severity}-ink)` } : undefined
  return (
    <span className={styles.value} data-size={size} data-look={look}>
      {severity && isLive && <SeverityGlyph level={severity} size={size === 'table' ? 15 : 18} />}
      <span className={styles.number} style={ink}>
        {value != null && q & QUALITY.outOfRange ? '≥ ' : ''}
        {value == null ? NO_VALUE : formatNumber(value, precision)}
        {q !== 0 && <QualityMark q={q} />}
      </span>
      <span className={styles.unit}>{unit}</span>
    </span>
  )
}
