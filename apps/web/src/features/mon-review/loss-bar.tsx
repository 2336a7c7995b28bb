import { GAP_CAUSE } from '@natim/contract/dict'
import type { ReviewChannel, ReviewDay } from '@natim/contract/mon/review'
import { formatDuration, formatNumber, formatShare } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { LOSSES } from './capture-text.ts'
import styles from './loss.module.css'

interface LossBarProps {
  readonly capture: ReviewChannel['capture']
  readonly periodS: number
  /** Gaps of all channels of the station. */
  readonly gaps: ReviewDay['gaps']
  readonly channels: number
}

/** Losses of a channel's day by cause, by texture as well as colour; late data that arrived is not a loss. */
export function LossBar({ capture, periodS, gaps, channels }: LossBarProps) {
  const { expected, valid, late } = capture
  const lost = expected - valid
  const time = (n: number) => formatDuration(n * periodS * SECOND_MS)
  const shown = LOSSES.filter(([key]) => capture[key] > 0)
  const whole = lost + late
  return (
    <section className={styles.loss} aria-label="损失">
      <p>
        <b>损失 {time(lost)}</b>{' '}
        <span>
          占应收 {formatNumber(expected)} 个样本的 {formatShare(expected > 0 ? lost / expected : null)}
        </span>
      </p>
      {whole > 0 && (
        <div className={styles.bar} aria-hidden>
          {shown.map(([key]) => (
            <i key={key} data-cause={key} style={{ flexGrow: capture[key] }} />
          ))}
          {late > 0 && <i data-cause="late" style={{ flexGrow: late }} />}
        </div>
      )}
      <ul>
        {shown.map(([key, name]) => (
          <li key={key}>
            <i data-cause={key} aria-hidden /> {name} {time(capture[key])}
          </li>
        ))}
        {late > 0 && (
          <li>
            <i data-cause="late" aria-hidden /> 迟到已补 {time(late)}（不计损失）
          </li>
        )}
        {gaps.length > 0 && (
          <li className={styles.gaps}>
            本站 {channels} 个通道缺测合计：
            {gaps.map(({ cause, ms }) => `${GAP_CAUSE[cause]} ${formatDuration(ms)}`).join('，')}
          </li>
        )}
      </ul>
    </section>
  )
}
