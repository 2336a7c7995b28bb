import type { AlarmStats } from '@natim/contract/mon/alarm-stats'
import { formatNumber } from '@natim/domain/format'
import styles from './heat.module.css'
import { hourText, WEEKDAYS } from './stats-text.ts'

export const HEAT_STEPS = 7

/** 0 = nothing, otherwise step 1 … 7 of the sequential scale. */
const heatStep = (value: number, max: number) =>
  value <= 0 ? 0 : Math.max(1, Math.min(HEAT_STEPS, Math.ceil((value / max) * HEAT_STEPS)))

interface HeatGridProps {
  readonly perHour: AlarmStats['heat']['perHour']
  readonly worst: { readonly weekday: number; readonly hour: number } | null
  readonly max: number
}

const MARKED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21]

/** Weekdays by hours; the densest cell is framed. The figures are in the table view. */
export const HeatGrid = ({ perHour, worst, max }: HeatGridProps) => (
  <div className={styles.grid} role="img" aria-label="一周各时段的报警数">
    <span />
    {MARKED_HOURS.map((hour) => (
      <span key={hour} className={styles.hour}>
        {String(hour).padStart(2, '0')}
      </span>
    ))}
    {perHour.map((day, index) => (
      <HeatDay
        key={WEEKDAYS[index]}
        name={WEEKDAYS[index] ?? ''}
        day={day}
        worstHour={worst?.weekday === index + 1 ? worst.hour : undefined}
        max={max}
      />
    ))}
  </div>
)

interface HeatDayProps {
  readonly name: string
  readonly day: readonly number[]
  readonly worstHour: number | undefined
  readonly max: number
}

const HeatDay = ({ name, day, worstHour, max }: HeatDayProps) => (
  <>
    <span className={styles.day}>{name}</span>
    {day.map((value, hour) => (
      <span
        key={hourText(hour)}
        className={styles.cell}
        data-step={heatStep(value, max)}
        data-worst={hour === worstHour || undefined}
        title={`${name} ${hourText(hour)} ${formatNumber(value, 1)} 起 / 小时`}
      />
    ))}
  </>
)
