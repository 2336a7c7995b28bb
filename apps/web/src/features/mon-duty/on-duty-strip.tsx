import { PhoneOutlined } from '@ant-design/icons'
import { DUTY_LEVELS, type DutyTeam } from '@natim/contract/mon/duty'
import { formatClock, formatCountdown } from '@natim/domain/format'
import { useTicker } from '@/ui/ticker.ts'
import { DutyLamp } from './duty-lamp.tsx'
import styles from './on-duty-strip.module.css'

export interface OnDutyStripProps {
  readonly teams: readonly DutyTeam[]
  readonly chosen: string | undefined
  readonly onChoose: (teamId: string) => void
}

/** One cell per team: who is on duty, for how many alarms, until when. A click opens the team's handover. */
export function OnDutyStrip({ teams, chosen, onChoose }: OnDutyStripProps) {
  if (teams.length === 0) return null
  return (
    <ul className={styles.strip} aria-label="在班人员">
      {teams.map((team) => (
        <li key={team.id}>
          <button
            type="button"
            className={styles.cell}
            aria-pressed={team.id === chosen}
            onClick={() => onChoose(team.id)}
          >
            <Person team={team} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Person({ team: { name, level, onDuty } }: { readonly team: DutyTeam }) {
  const waited = useTicker((now) =>
    onDuty?.waitingSinceMs == null ? '' : formatCountdown(Math.max(0, now - onDuty.waitingSinceMs)),
  )
  if (onDuty === null)
    return (
      <>
        <span className={styles.head}>
          <b className={styles.nobody}>无人值班</b>
        </span>
        <span className={styles.line}>
          {name}（{DUTY_LEVELS[level]}）
        </span>
      </>
    )
  return (
    <>
      <span className={styles.head}>
        <DutyLamp isWaiting={waited !== ''} />
        <b>{onDuty.name}</b>
        <span className="ellipsis t-caption" title={name}>
          {name}
        </span>
        {waited !== '' && <span className={styles.waits}>未应答 {waited}</span>}
      </span>
      <span className={styles.line}>
        <span>
          负责 <span className="t-value">{onDuty.load}</span> 起
        </span>
        <span>至 {formatClock(onDuty.toMs).slice(0, 5)}</span>
        {onDuty.phone && (
          <span className={styles.phone}>
            <PhoneOutlined aria-label="电话" /> {onDuty.phone}
          </span>
        )}
      </span>
    </>
  )
}
