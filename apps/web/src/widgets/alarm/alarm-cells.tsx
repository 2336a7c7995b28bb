import { ALARM_STATE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import { formatClock, formatDuration, formatLimit, formatNumber, formatWaiting, NO_VALUE } from '@natim/domain/format'
import { calendarDayGmt8, formatGmt8 } from '@natim/domain/time'
import { tickerNow, useTicker } from '@/ui/ticker.ts'
import styles from './alarm-cells.module.css'
import { isUnacked, lastedMs, subtitleOf } from './alarm-facts.ts'

type Row = { readonly row: AlarmRow }

export const Nothing = () => <span className="t-tertiary">{NO_VALUE}</span>

export const StateCell = ({ row }: Row) => (
  <span className={styles.state} data-state={row.state}>
    {ALARM_STATE[row.state]}
  </span>
)

/** The alarm's title, with its place below. */
export function TitleCell({ row }: Row) {
  const place = subtitleOf(row)
  return (
    <span className={styles.title}>
      <span className="ellipsis" title={row.title}>
        {row.title}
      </span>
      <span className={`ellipsis ${styles.place}`} title={place}>
        {place}
      </span>
    </span>
  )
}

/** The judged value against its limit: `2.31 / 2.0 ppm`. */
export function ValueCell({ row }: Row) {
  const { value, limitValue, limitText, unit, precision, severity } = row
  if (value === null && limitValue === null) return <span>{limitText ?? <Nothing />}</span>
  const ink = isUnacked(row) && row.active ? { color: `var(--sev-${severity}-ink)` } : undefined
  return (
    <span className={styles.value}>
      <b style={ink}>{value === null ? NO_VALUE : formatNumber(value, precision)}</b>
      <span className="t-tertiary">
        {' / '}
        {limitValue === null ? NO_VALUE : formatLimit(limitValue)} {unit}
      </span>
    </span>
  )
}

export const PeakCell = ({ row: { peakValue, precision } }: Row) =>
  peakValue === null ? <Nothing /> : <span>{formatNumber(peakValue, precision)}</span>

/** Time since raised without acknowledgement. */
export function WaitingCell({ row }: Row) {
  const text = useTicker((now) => (row.state === 'unack' ? formatWaiting(now - row.raisedMs) : NO_VALUE))
  return row.state === 'unack' ? <span className="t-value">{text}</span> : <Nothing />
}

/** How long the condition has held; runs while active. */
export function LastedCell({ row }: Row) {
  const text = useTicker((now) => (row.active ? formatWaiting(lastedMs(row, now)) : formatDuration(lastedMs(row, now))))
  return <span className="t-value">{text}</span>
}

/** Time of day for today; the full time is in the tooltip. */
export function TimeCell({ tsMs }: { readonly tsMs: number | null }) {
  if (tsMs === null) return <Nothing />
  const isToday = calendarDayGmt8(tsMs) === calendarDayGmt8(tickerNow())
  const exact = formatGmt8(tsMs)
  return <time title={exact}>{isToday ? formatClock(tsMs) : exact.slice(5, 16)}</time>
}

export function AckCell({ row: { ackName, ackMs } }: Row) {
  if (ackMs === null) return <Nothing />
  return (
    <span className="ellipsis" title={formatGmt8(ackMs)}>
      {ackName ?? '系统'} {formatClock(ackMs).slice(0, 5)}
    </span>
  )
}
