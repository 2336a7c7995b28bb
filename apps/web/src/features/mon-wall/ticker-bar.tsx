import type { WallAlarm } from '@natim/contract/mon/wall'
import { formatClock } from '@natim/domain/format'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './wall-bars.module.css'
import { useWallClock } from './wall-context.tsx'

/** More never fit. */
const SHOWN = 12

/** Active alarms, newest at the left. */
export function TickerBar({ alarms }: { readonly alarms: readonly WallAlarm[] }) {
  const ids = useWallClock((nowMs) => tickerIds(alarms, nowMs).join())
  const shown = ids === '' ? [] : ids.split(',').flatMap((id) => alarms.find((one) => one.id === id) ?? [])
  return (
    <section className={styles.ticker} aria-label="报警">
      <span className={styles.tickerHead}>报警</span>
      <ol>
        {shown.map(({ id, severity, raisedMs, title, deviceName, drill, acked }) => (
          <li key={id} data-acked={acked || undefined}>
            <SeverityGlyph level={severity} size={18} />
            <time>{formatClock(raisedMs)}</time>
            {drill && <b>演练</b>}
            <span>
              {deviceName} {title}
            </span>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <span className={styles.calm}>没有未结束的报警</span>}
    </section>
  )
}

/** Ids of alarms active at an instant, newest first. */
function tickerIds(alarms: readonly WallAlarm[], nowMs: number): string[] {
  return alarms
    .filter(({ raisedMs, endedMs }) => raisedMs <= nowMs && (endedMs === null || endedMs > nowMs))
    .toSorted((a, b) => b.raisedMs - a.raisedMs)
    .slice(0, SHOWN)
    .map(({ id }) => id)
}
