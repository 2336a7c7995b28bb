import { type DayHours, hourIndexOf } from '@natim/domain/analysis/day-hours'
import { classOf } from '@natim/domain/analysis/rose'
import { formatNumber } from '@natim/domain/format'
import { calendarDayGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { useState } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import styles from './analysis.module.css'
import { classColours } from './class-colours.ts'
import { type HourUnder, useHourUnder } from './hour-under.ts'

export interface DayMean {
  readonly day: string
  /** null = too few valid hours. */
  readonly value: number | null
  readonly isAbove: boolean
}

interface DayHoursPlotProps {
  readonly hours: DayHours
  readonly dayMeans: readonly DayMean[]
  readonly edges: readonly number[]
  readonly unit: string
  readonly precision: number
  readonly label: string
  /** The hovered hour, ringed here and in the plots that share it. */
  readonly under: HourUnder
}

const HOURS = Array.from({ length: 24 }, (_, i) => i)
const LABELLED = new Set([0, 5, 11, 17, 23])
const endLabel = (hour: number) => `${String(hour + 1).padStart(2, '0')}:00`

/** Days by hours, hours labelled by their end; daily means above, hourly means at the right (design 24). */
export function DayHoursPlot({ hours, dayMeans, edges, unit, precision, label, under }: DayHoursPlotProps) {
  const { tokens } = useTheme()
  const [dayText, setDayText] = useState('')
  const colours = classColours(edges.length + 1, tokens)
  const colourOf = (value: number) => colours[classOf(value, edges)]
  const text = (value: number) => formatNumber(value, precision)
  const meanOf = new Map(dayMeans.map((mean) => [mean.day, mean]))
  const highest = Math.max(1e-9, ...dayMeans.map(({ value }) => value ?? 0))
  const widest = Math.max(1e-9, ...hours.byHour.map((value) => value ?? 0))
  // A date label is two cells wide.
  const every = Math.max(2, Math.ceil(hours.days.length / 16))
  return (
    <div className={styles.calendar}>
      <div
        className={styles.cells}
        role="img"
        aria-label={label}
        style={{ gridTemplateColumns: `44px repeat(${hours.days.length}, minmax(18px, 1fr)) 96px` }}
        onPointerMove={({ target }) => {
          const { says = '', end } = target.dataset
          setDayText(says)
          under.set(end === undefined ? undefined : Number(end))
        }}
        onPointerLeave={() => {
          setDayText('')
          under.set(undefined)
        }}
      >
        <span />
        {hours.days.map(({ day }) => (
          <DayBar key={day} day={day} mean={meanOf.get(day)} highest={highest} text={text} />
        ))}
        <span className={styles.note}>小时均值</span>
        {HOURS.map((hour) => (
          <div key={hour} className={styles.row}>
            <span className={styles.hour}>{LABELLED.has(hour) ? endLabel(hour) : ''}</span>
            {hours.days.map(({ day, hours: values }) => (
              <Cell key={day} {...{ day, hour, colourOf }} value={values[hour] ?? null} />
            ))}
            <span className={styles.hourMean}>
              <i style={{ width: `${((hours.byHour[hour] ?? 0) / widest) * 100}%` }} />
            </span>
          </div>
        ))}
        <span />
        {hours.days.map(({ day }, index) => (
          <span key={day} className={styles.dayName}>
            {index % every === 0 ? day.slice(5) : ''}
          </span>
        ))}
        <span />
        <Ring under={under} hours={hours} />
      </div>
      <Says under={under} hours={hours} dayText={dayText} say={(value) => `${text(value)} ${unit}`} />
    </div>
  )
}

interface CellProps {
  readonly day: string
  readonly hour: number
  readonly value: number | null
  readonly colourOf: (value: number) => string | undefined
}

const Cell = ({ day, hour, value, colourOf }: CellProps) => (
  <i
    className={value === null ? styles.none : styles.cell}
    style={value === null ? undefined : { background: colourOf(value) }}
    data-end={endOf(day, hour)}
  />
)

/** End of an hour of a day, by its index, epoch ms. */
const endOf = (day: string, hour: number) => (parseGmt8(day) ?? 0) + (hour + 1) * HOUR_MS

type Place = Pick<DayHoursPlotProps, 'under' | 'hours'>

/** Grid position of the hovered hour; undefined when the plot does not contain it. */
function usePlace({ under, hours }: Place) {
  const tsMs = useHourUnder(under)
  if (tsMs === undefined) return undefined
  const index = hours.days.findIndex(({ day }) => day === calendarDayGmt8(tsMs - 1))
  const shown = hours.days[index]
  return shown && { ...shown, index, hour: hourIndexOf(tsMs) }
}

/** Overlay of the cells: below the day labels, right of the hour labels. */
function Ring(props: Place) {
  const place = usePlace(props)
  if (!place) return null
  // Without an explicit end an overlay would extend to the grid edge.
  const one = (line: number) => `${line} / ${line + 1}`
  return <i className={styles.under} style={{ gridColumn: one(place.index + 2), gridRow: one(place.hour + 2) }} />
}

interface SaysProps extends Place {
  /** Text of the hovered day bar. */
  readonly dayText: string
  readonly say: (value: number) => string
}

function Says({ dayText, say, ...place }: SaysProps) {
  const at = usePlace(place)
  const value = at?.hours[at.hour] ?? null
  return (
    <p className={styles.note} aria-live="off">
      {at
        ? `${at.day} ${endLabel(at.hour)} ${value === null ? '缺测' : say(value)}`
        : dayText || '时刻为小时结束；上方为日均，不足 20 小时为 NA；右侧为各时刻的均值'}
    </p>
  )
}

interface DayBarProps {
  readonly day: string
  readonly mean: DayMean | undefined
  readonly highest: number
  readonly text: (value: number) => string
}

/** The mean of a day as a bar, with its value where it exceeds the limit. */
function DayBar({ day, mean, highest, text }: DayBarProps) {
  const value = mean?.value ?? null
  return (
    <span className={styles.dayMean} data-says={`${day} 日均 ${value === null ? 'NA' : text(value)}`}>
      {value === null ? (
        'NA'
      ) : (
        <>
          {mean?.isAbove && text(value)}
          <i data-above={mean?.isAbove || undefined} style={{ height: `${(value / highest) * 20}px` }} />
        </>
      )}
    </span>
  )
}
