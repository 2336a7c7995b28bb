import type { CallResult } from '@natim/contract/endpoint'
import type { satEndpoints } from '@natim/contract/mon/sat'
import { SAT_STATES } from '@natim/domain/sat-task'
import { DAY_MS, formatGmt8, gmt8Fields } from '@natim/domain/time'
import { Link } from 'react-router'
import { Letter } from '../map/letter.tsx'
import { minuteText, SAT } from '../sat-text.ts'
import styles from './calendar.module.css'

export type TimelineTask = CallResult<typeof satEndpoints.timeline>[number]

export interface CalendarProps {
  /** Start of the first day of the month, GMT+8. */
  readonly fromMs: number
  readonly toMs: number
  readonly tasks: readonly TimelineTask[]
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']
const MAX_SHOWN = 3

interface Entry {
  readonly task: TimelineTask
  readonly startMs: number
  /** 0 = start of a window, without a pass. */
  readonly rank: number
}

/** Passes of a day in time order; a task without passes is listed on the first day of its window. */
export function entriesOf(tasks: readonly TimelineTask[], dayMs: number): Entry[] {
  const isIn = (ms: number) => ms > dayMs && ms <= dayMs + DAY_MS
  return tasks
    .flatMap((task): Entry[] => {
      const inHand = task.passes.filter(({ rank }) => task.choiceRank === 0 || rank === task.choiceRank)
      const [first] = inHand
      if (first === undefined) return isIn(task.fromMs) ? [{ task, startMs: task.fromMs, rank: 0 }] : []
      return isIn(first.startMs) ? [{ task, startMs: first.startMs, rank: first.rank }] : []
    })
    .toSorted((a, b) => a.startMs - b.startMs)
}

/** A month of passes by task. */
export function Calendar({ fromMs, toMs, tasks }: CalendarProps) {
  const days = Array.from({ length: Math.round((toMs - fromMs) / DAY_MS) }, (_, index) => fromMs + index * DAY_MS)
  // Weeks start on Monday.
  const blanks = (gmt8Fields(fromMs).weekday + 6) % 7
  return (
    <div className={styles.calendar}>
      {WEEKDAYS.map((name) => (
        <span key={name} className={styles.weekday} aria-hidden>
          {name}
        </span>
      ))}
      {Array.from({ length: blanks }, (_, index) => (
        <span key={`blank-${index}`} aria-hidden />
      ))}
      {days.map((dayMs) => (
        <Day key={dayMs} dayMs={dayMs} entries={entriesOf(tasks, dayMs)} />
      ))}
    </div>
  )
}

function Day({ dayMs, entries }: { readonly dayMs: number; readonly entries: readonly Entry[] }) {
  const date = formatGmt8(dayMs).slice(5, 10)
  return (
    <section className={styles.day} aria-label={`${date}，${entries.length} 次`}>
      <h3>{date.slice(3)}</h3>
      <ul>
        {entries.slice(0, MAX_SHOWN).map(({ task, startMs, rank }) => (
          <li key={task.id}>
            {rank > 0 && <Letter rank={rank} />}
            <Link to={SAT.task(task.id)} title={`${task.title}，${SAT_STATES[task.state]}`}>
              <span className="num">{minuteText(startMs).slice(6)}</span> {task.no.slice(4)}
            </Link>
          </li>
        ))}
        {entries.length > MAX_SHOWN && <li className={styles.more}>另 {entries.length - MAX_SHOWN} 次</li>}
      </ul>
    </section>
  )
}
