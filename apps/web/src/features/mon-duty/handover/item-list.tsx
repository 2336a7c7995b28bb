import { ALARM_STATE } from '@natim/contract/dict'
import type { DutyHandover, HandoverItem } from '@natim/contract/mon/duty'
import { formatDuration } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './handover.module.css'
import type { Handover } from './use-handover.ts'

interface ItemListProps {
  readonly handover: DutyHandover
  readonly state: Handover
  readonly mayWrite: boolean
}

/** Every open alarm with a one-line account; a tick marks it as discussed. */
export function ItemList({ handover, state, mayWrite }: ItemListProps) {
  if (handover.items.length === 0) return <p className={styles.nothing}>没有遗留报警</p>
  return (
    <ul className={styles.items} aria-label="遗留报警">
      {handover.items.map((item) => (
        <Item key={item.alarmId} item={item} state={state} mayWrite={mayWrite} isSigned={handover.givenMs !== null} />
      ))}
    </ul>
  )
}

interface ItemProps {
  readonly item: HandoverItem
  readonly state: Handover
  readonly mayWrite: boolean
  readonly isSigned: boolean
}

function Item({ item, state, mayWrite, isSigned }: ItemProps) {
  const { severity, title, site, triggerMs } = item
  const isUnacked = item.state === 'unack' || item.state === 'rtn_unack'
  const waitedMs = useTicker((now) => Math.floor(Math.max(0, now - triggerMs) / MINUTE_MS) * MINUTE_MS)
  const account = state.accountOf(item)
  return (
    <li className={styles.item} style={isUnacked ? { borderInlineStartColor: `var(--sev-${severity})` } : undefined}>
      {!isSigned && (
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={`已交代 ${title}`}
          checked={state.isTicked(item)}
          disabled={!mayWrite || account.trim() === ''}
          onChange={(event) => state.tick(item, event.target.checked)}
        />
      )}
      <SeverityGlyph level={severity} />
      <span className={styles.what}>
        <span className="ellipsis" title={title}>
          {title}
        </span>
        <span className="ellipsis t-caption">{site}</span>
      </span>
      <span className={styles.state} data-unacked={isUnacked || undefined}>
        {ALARM_STATE[item.state]}
        {!isSigned && <span className="t-caption">{formatDuration(waitedMs)}</span>}
      </span>
      {mayWrite ? (
        <input
          className={styles.account}
          aria-label={`交代 ${title}`}
          placeholder="须先写交代"
          maxLength={200}
          value={account}
          onChange={(event) => state.setAccount(item, event.target.value)}
          onBlur={() => account.trim() !== '' && state.tick(item, true)}
        />
      ) : (
        <span className={styles.said}>{account || '未交代'}</span>
      )}
    </li>
  )
}
