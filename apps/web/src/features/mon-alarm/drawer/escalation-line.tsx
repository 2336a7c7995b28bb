import type { AlarmDetail } from '@natim/contract/mon/alarm'
import { formatClock, formatCountdown } from '@natim/domain/format'
import { useTicker } from '@/ui/ticker.ts'
import styles from './escalation-line.module.css'

interface Step {
  readonly key: string
  readonly atMs: number
  readonly what: string
  readonly note: string
}

const TITLES: Readonly<Record<string, string>> = {
  raise: '触发',
  notify: '首次通知',
  escalate: '升级',
  ack: '确认',
  reopen: '再次触发',
}

/** More steps would not fit one line. */
const MAX_STEPS = 4

/** Steps so far, oldest first: the first log entry of each kind that marks progress. */
function stepsOf({ alarm, log }: AlarmDetail): Step[] {
  const told = log
    .toSorted((a, b) => a.seq - b.seq)
    .filter(
      ({ action }, index, all) =>
        TITLES[action] !== undefined && (action !== 'notify' || firstOf(all, 'notify') === index),
    )
    .map(({ seq, ts, action, note, to, actorName }) => ({
      key: String(seq),
      atMs: ts,
      what: action === 'escalate' && to ? `升级 ${to} 级` : (TITLES[action] ?? action),
      note: action === 'raise' ? causeOf(alarm) : (note ?? actorName),
    }))
  return told.length > 0
    ? told.slice(-MAX_STEPS)
    : [{ key: 'raise', atMs: alarm.triggerMs, what: '触发', note: causeOf(alarm) }]
}

const causeOf = ({ drill, ruleName, ruleVersion }: AlarmDetail['alarm']) =>
  drill ? '演练' : `规则 ${ruleName} v${ruleVersion}`

const firstOf = (log: AlarmDetail['log'], wanted: string) => log.findIndex(({ action }) => action === wanted)

/** Trigger, first notice, escalation steps; the next one hollow with a countdown (design 19). */
export function EscalationLine({ detail }: { readonly detail: AlarmDetail }) {
  const [next] = detail.escalation
  return (
    <ol className={styles.line} aria-label="升级过程">
      {stepsOf(detail).map(({ key, atMs, what, note }) => (
        <li key={key} className={styles.step}>
          <span>
            <span className="t-value">{formatClock(atMs)}</span> {what}
          </span>
          <span className={`ellipsis ${styles.note}`} title={note}>
            {note}
          </span>
        </li>
      ))}
      {next && <NextStep {...next} />}
    </ol>
  )
}

function NextStep({ step, dueMs, toRoleName }: AlarmDetail['escalation'][number]) {
  const left = useTicker((now) => formatCountdown(dueMs - now))
  return (
    <li className={styles.step} data-next>
      <span>
        <span className="t-value">{formatClock(dueMs)}</span> 升级 {step} 级
      </span>
      <span className={`ellipsis ${styles.note}`}>
        还有 <span className="t-value">{left}</span> · {toRoleName}
      </span>
    </li>
  )
}
