import { CRON_PREVIEW } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { nextRuns, SCHEDULE_TIME_ZONE } from '@natim/domain/cron/next-runs'
import { formatGmt8 } from '@natim/domain/time'
import { useMemo } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import styles from './cron-input.module.css'

function runsOf(text: string): { readonly runs: readonly number[]; readonly fault?: string } {
  try {
    return { runs: nextRuns(text, { fromMs: serverNow(), count: CRON_PREVIEW.runs, isYearIgnored: true }) }
  } catch (cause) {
    return { runs: [], fault: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** Next runs of an expression, ignoring its year, by the server's clock and time zone (WG-119). */
export function RunPreview({ text }: { readonly text: string }) {
  const settled = useDebounced(text, CRON_PREVIEW.debounceMs)
  const { runs, fault } = useMemo(() => runsOf(settled), [settled])
  return (
    <section className={styles.preview} aria-label="最近运行时间" aria-live="polite">
      <h3 className="t-panel">最近 {CRON_PREVIEW.runs} 次</h3>
      <p className="t-caption">{SCHEDULE_TIME_ZONE}，不计年份</p>
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
      {fault === undefined && runs.length === 0 && <p className="t-caption">{MESSAGES['cron.none']}</p>}
      <ol className={styles.runs}>
        {runs.map((run) => (
          <li key={run}>{formatGmt8(run)}</li>
        ))}
      </ol>
    </section>
  )
}
