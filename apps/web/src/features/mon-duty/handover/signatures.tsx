import { RightOutlined } from '@ant-design/icons'
import type { DutyHandover } from '@natim/contract/mon/duty'
import { formatShortTime } from '@natim/domain/format'
import styles from './handover.module.css'

/** Outgoing and incoming person, and when each signed. */
export function Signatures({ handover }: { readonly handover: DutyHandover }) {
  const { fromName, toName, givenMs, takenMs, takenHere } = handover
  return (
    <div className={styles.people}>
      <Person title="交班人" name={fromName} signedMs={givenMs} />
      <RightOutlined aria-hidden />
      <Person title="接班人" name={toName} signedMs={takenMs} note={takenHere ? '本机' : ''} />
    </div>
  )
}

interface PersonProps {
  readonly title: string
  readonly name: string | null
  readonly signedMs: number | null
  readonly note?: string
}

const Person = ({ title, name, signedMs, note = '' }: PersonProps) => (
  <div className={styles.person} data-signed={signedMs !== null || undefined}>
    <span className="t-caption">{title}</span>
    <span className={styles.initial} aria-hidden>
      {name?.slice(0, 1) ?? '？'}
    </span>
    <b className="ellipsis">{name ?? '未排班'}</b>
    <span className={styles.signed}>{signedMs === null ? '待签' : `${formatShortTime(signedMs)} 已签${note}`}</span>
  </div>
)
