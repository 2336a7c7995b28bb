import type { AqiCalendar } from '@natim/contract/mon/aqi'
import { aqiGrade } from '@natim/domain/aqi'
import { AQI_GRADES } from '@natim/domain/aqi-words'
import { daysInMonth } from '@natim/domain/calendar'
import { type KeyboardEvent, useRef } from 'react'
import { stepDay } from './aqi-state.ts'
import { gradeOf, leadingText } from './aqi-text.ts'
import styles from './calendar.module.css'

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)
const MARKED_DAYS = [1, 6, 11, 16, 21, 26, 31]
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
const pad = (value: number) => String(value).padStart(2, '0')

interface YearCalendarProps {
  readonly calendar: AqiCalendar
  /** The selected day. */
  readonly date: string
  readonly onDate: (date: string) => void
}

/**
 * A year in twelve rows: grades as colours, from 三级 up also as digits. Left and right move by a day, up and down by a
 * month.
 */
export function YearCalendar({ calendar, date, onDate }: YearCalendarProps) {
  const grid = useRef<HTMLDivElement>(null)
  const byDate = new Map(calendar.days.map((day) => [day.date, day]))
  function onKeyDown(event: KeyboardEvent) {
    const focused = event.target.dataset['date']
    const next = focused && nextDate(focused, event.key)
    if (!next) return
    event.preventDefault()
    if (!byDate.has(next)) return
    onDate(next)
    grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus()
  }
  return (
    <div className={styles.scroll}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the days inside */}
      <div
        ref={grid}
        className={styles.grid}
        role="group"
        aria-label={`${calendar.name} ${calendar.year} 年历`}
        onKeyDown={onKeyDown}
      >
        <span />
        {Array.from({ length: 31 }, (_, i) => (
          <span key={i} className={styles.head}>
            {MARKED_DAYS.includes(i + 1) ? i + 1 : ''}
          </span>
        ))}
        {MONTHS.map((month) => (
          <Month key={month} month={month} calendar={calendar} byDate={byDate} date={date} onDate={onDate} />
        ))}
      </div>
    </div>
  )
}

function nextDate(date: string, key: string): string | undefined {
  const days = STEPS[key]
  if (days !== undefined) return stepDay(date, days)
  const months = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (months === 0) return undefined
  const month = Number(date.slice(5, 7)) + months
  return month < 1 || month > 12 ? undefined : `${date.slice(0, 4)}-${pad(month)}-${date.slice(8)}`
}

interface MonthProps extends YearCalendarProps {
  readonly month: number
  readonly byDate: ReadonlyMap<string, AqiCalendar['days'][number]>
}

function Month({ month, calendar, byDate, date, onDate }: MonthProps) {
  const isChange = calendar.changes.includes(`${calendar.year}-${pad(month)}-01`)
  return (
    <>
      <span className={styles.month} data-change={isChange || undefined}>
        {month} 月
      </span>
      {Array.from({ length: 31 }, (_, i) => {
        const own = `${calendar.year}-${pad(month)}-${pad(i + 1)}`
        if (i + 1 > daysInMonth(calendar.year, month)) return <span key={own} data-change={isChange || undefined} />
        const day = byDate.get(own)
        if (!day) return <span key={own} className={styles.ahead} data-change={isChange || undefined} />
        return <Day key={own} day={day} isChosen={own === date} isChange={isChange} onDate={onDate} />
      })}
    </>
  )
}

interface DayProps {
  readonly day: AqiCalendar['days'][number]
  readonly isChosen: boolean
  readonly isChange: boolean
  readonly onDate: (date: string) => void
}

function Day({ day, isChosen, isChange, onDate }: DayProps) {
  const grade = day.aqi === null ? 0 : aqiGrade(day.aqi)
  const text =
    day.aqi === null
      ? `${day.date} NA`
      : `${day.date} AQI ${day.aqi} ${gradeOf(day.aqi)?.name}${day.leading.length > 0 ? ` ${leadingText(day)}` : ''}`
  return (
    <button
      type="button"
      className={styles.day}
      data-date={day.date}
      data-grade={grade}
      data-change={isChange || undefined}
      aria-pressed={isChosen}
      aria-label={text}
      title={text}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onDate(day.date)}
    >
      {grade >= 3 ? grade : ''}
    </button>
  )
}

/** Legend of the colours. */
export const CalendarLegend = () => (
  <span className={styles.legend} aria-hidden>
    {([1, 2, 3, 4, 5, 6] as const).map((grade) => (
      <span key={grade}>
        <i data-grade={grade} /> {AQI_GRADES[grade].name.replace('污染', '')}
      </span>
    ))}
    <span>
      <i data-grade={0} /> NA
    </span>
  </span>
)
