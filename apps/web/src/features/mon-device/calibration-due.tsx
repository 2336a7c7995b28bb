import { NO_VALUE } from '@natim/domain/format'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { useTicker } from '@/ui/ticker.ts'
import styles from './calibration-due.module.css'

const SOON_DAYS = 30
const URGENT_DAYS = 7

type Due = 'overdue' | 'urgent' | 'soon' | 'later'

/** Whole days until the end of that day, negative once it is over; undefined for no date. */
export function daysUntil(date: string, nowMs: number): number | undefined {
  const startMs = parseGmt8(date)
  return startMs === undefined ? undefined : Math.floor((startMs + DAY_MS - 1 - nowMs) / DAY_MS)
}

function dueOf(days: number): Due {
  if (days < 0) return 'overdue'
  if (days <= URGENT_DAYS) return 'urgent'
  return days <= SOON_DAYS ? 'soon' : 'later'
}

const HINTS: Readonly<Record<Due, (days: number) => string | undefined>> = {
  overdue: (days) => `已过期 ${-days} 天`,
  urgent: (days) => `还有 ${days} 天到期`,
  soon: (days) => `还有 ${days} 天到期`,
  later: () => undefined,
}

/** A due date, highlighted from 30 days before (design 06). */
export function CalibrationDue({ date }: { readonly date: string | null }) {
  const days = useTicker((now) => (date === null ? undefined : daysUntil(date, now)))
  if (date === null || days === undefined) return <span className="t-tertiary">{NO_VALUE}</span>
  const due = dueOf(days)
  const hint = HINTS[due](days)
  return (
    <span className={styles.due} data-due={due} title={hint}>
      {date}
      {hint && <span className="visually-hidden">，{hint}</span>}
    </span>
  )
}
