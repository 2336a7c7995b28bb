import type { ReviewChannel } from '@natim/contract/mon/review'
import { captureRates } from '@natim/domain/capture'
import { formatNumber, formatShare } from '@natim/domain/format'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import styles from './day.module.css'

interface DayRatesProps {
  readonly capture: ReviewChannel['capture']
  /** Rollups have not caught up with a decision yet. */
  readonly isPending: boolean
  /** Opens the whole month of the station. */
  readonly onMonth: () => void
}

/** The three rates with their fractions. */
export function DayRates({ capture, isPending, onMonth }: DayRatesProps) {
  const rates = captureRates(capture)
  const { expected, received, valid, planned, captured } = capture
  return (
    <div className={styles.ratesRow}>
      <dl className={styles.rates} data-pending={isPending || undefined}>
        <Rate name="传输率" share={rates.transmission} part={received} whole={expected} />
        <Rate name="有效率" share={rates.validity} part={valid} whole={received} />
        <Rate name="捕集率" share={rates.capture} part={captured} whole={expected - planned} />
      </dl>
      <PlainButton isLink onClick={onMonth}>
        全月捕集率
      </PlainButton>
    </div>
  )
}

interface RateProps {
  readonly name: string
  readonly share: number | null
  readonly part: number
  readonly whole: number
}

const Rate = ({ name, share, part, whole }: RateProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{formatShare(share)}</b>
      <span>
        {formatNumber(part)} / {formatNumber(whole)}
      </span>
    </dd>
  </div>
)
