import { ClockCircleOutlined } from '@ant-design/icons'
import { formatAge } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import styles from './age.module.css'
import { useTicker } from './ticker.ts'

/** domain §10: a live value older than this many sampling periods is stale. */
const STALE_PERIODS = 2

/** True when a live value is older than two of its periods. Never true for a channel without a period. */
export function isStaleAt(tsMs: number, periodS: number | null | undefined, nowMs: number): boolean {
  return periodS != null && periodS > 0 && nowMs - tsMs > STALE_PERIODS * periodS * 1_000
}

/** Live: becomes true in the second the value turns stale. */
export function useIsStale(tsMs: number | null | undefined, periodS: number | null | undefined): boolean {
  return useTicker((now) => tsMs != null && isStaleAt(tsMs, periodS, now))
}

export interface AgeProps {
  /** Time of the value, epoch ms; null = never. */
  readonly tsMs: number | null | undefined
  /** Sampling period, seconds: beyond two of them the age shows the clock sign. */
  readonly periodS?: number | null
  /** Text when there never was a value. */
  readonly never?: string
}

/** Relative age with the exact time in its tooltip; driven by the page's single timer. */
export function Age({ tsMs, periodS, never = '从未上报' }: AgeProps) {
  const text = useTicker((now) => (tsMs == null ? never : formatAge(tsMs, now)))
  const isStale = useIsStale(tsMs, periodS)
  if (tsMs == null) return <span className={styles.age}>{text}</span>
  const exact = formatGmt8(tsMs)
  return (
    <time className={styles.age} dateTime={new Date(tsMs).toISOString()} title={isStale ? `${exact}，数据陈旧` : exact}>
      {isStale && <ClockCircleOutlined aria-label="陈旧" />}
      {text}
    </time>
  )
}
