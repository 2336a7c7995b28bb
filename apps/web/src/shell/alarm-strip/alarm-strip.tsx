import type { Severity } from '@natim/contract/dict'
import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { formatNumber } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import { Link } from 'react-router'
import { useAlarmCounts } from '../../lib/alarm/use-alarm-counts.ts'
import { useAlarmSync } from '../../lib/alarm/use-alarm-sync.ts'
import { useCan } from '../../lib/permissions/use-rights.ts'
import { SeverityGlyph, severityName } from '../../ui/severity-glyph.tsx'
import { alarmListPath } from '../../widgets/alarm/alarm-path.ts'
import styles from './alarm-strip.module.css'
import { SoundButton } from './sound-button.tsx'

const LEVELS: readonly Severity[] = [1, 2, 3, 4, 5]

const listOf = (severity: Severity) => alarmListPath({ view: 'unacked', severity: String(severity) })

/** With a greater lag, alarms may be missing. */
const LATE_MS = MINUTE_MS

/** Unacknowledged alarms by level, on every page; absent for users who may not see alarms (design §4). */
export function AlarmStrip() {
  const maySee = useCan('mon:alarm:view')
  return maySee ? <Strip /> : null
}

function Strip() {
  useAlarmSync()
  const { data: counts } = useAlarmCounts()
  const isLate = (counts?.engineLagMs ?? 0) > LATE_MS
  return (
    <div className={styles.strip} data-alarm-strip>
      {isLate && (
        <span className={styles.late} role="status">
          报警计算滞后
        </span>
      )}
      <Drills counts={counts} />
      <Counts counts={counts} />
    </div>
  )
}

/** The sound switch; at the end of the bar, beside the clock. */
export function AlarmSoundSlot() {
  const maySee = useCan('mon:alarm:view')
  return maySee ? <Sound /> : null
}

function Sound() {
  const { data: counts } = useAlarmCounts()
  return <SoundButton counts={counts} />
}

/** Drills are shown apart: they are not real alarms. */
function Drills({ counts }: { readonly counts: AlarmCounts | undefined }) {
  const open = counts?.drills.open ?? 0
  if (open === 0) return null
  return (
    <Link to={alarmListPath({ keyword: '【演练】' })} className={styles.drills}>
      演练 {formatNumber(open)}
    </Link>
  )
}

/** Each level keeps its place, whatever its count. */
function Counts({ counts }: { readonly counts: AlarmCounts | undefined }) {
  return (
    <nav className={styles.counts} aria-label="未确认报警">
      <span className={styles.caption} aria-hidden>
        未确认
      </span>
      {LEVELS.map((level) => {
        const count = counts?.unacked[level - 1]
        return (
          <Link key={level} to={listOf(level)} className={styles.count} data-zero={!count || undefined}>
            <SeverityGlyph level={level} size={15} isDecorative />
            <span className="visually-hidden">
              {severityName(level)} 未确认 {count === undefined && '未知'}
            </span>
            {count === undefined ? <span aria-hidden>—</span> : formatNumber(count)}
          </Link>
        )
      })}
    </nav>
  )
}
