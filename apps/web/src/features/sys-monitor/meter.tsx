import { formatShare } from '@natim/domain/format'
import styles from './meter.module.css'

/** Above this usage is noteworthy, above the next one critical. */
const HIGH = 0.8
const FULL = 0.9

export interface MeterProps {
  readonly label: string
  /** 0–1; larger values are drawn as full. */
  readonly share: number
  /** The amounts behind the share, with units. */
  readonly note: string
}

const levelOf = (share: number) => (share >= FULL ? 'full' : share >= HIGH ? 'high' : undefined)

/** Usage as a bar with percentage and amounts as text. */
export function Meter({ label, share, note }: MeterProps) {
  const percent = Math.min(100, Math.max(0, share * 100))
  const text = formatShare(share)
  return (
    <div className={styles.meter} data-level={levelOf(share)}>
      <div className={styles.line}>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note}</span>
        <span className={styles.share}>{text}</span>
      </div>
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={`${text}，${note}`}
      >
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
