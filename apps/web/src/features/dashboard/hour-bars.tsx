import { formatGmt8 } from '@natim/domain/time'
import styles from './hour-bars.module.css'

export interface HourBarsProps {
  /** Counts of 24 hours, oldest first; each hour in parts that are stacked, the first part at the bottom. */
  readonly hours: readonly (readonly number[])[]
  /** End of the newest hour, epoch ms. */
  readonly endMs: number
  /** Colours of the parts. */
  readonly colours: readonly string[]
  readonly label: string
  readonly format: (value: number) => string
}

const WIDTH = 560
const HEIGHT = 180
const LEFT = 44
const BOTTOM = 22
const TOP = 8
const BAR_SHARE = 0.58
const LABEL_EVERY_H = 3
const HOUR_MS = 3_600_000
const TICKS = 4

/** A round upper end for the axis: 1, 2 or 5 times a power of ten for each of its steps. */
export function axisStep(max: number): number {
  const rough = Math.max(max, TICKS) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
}

/** Stacked bars of a day, drawn as plain SVG: the first page of the console waits for no chart library. */
export function HourBars({ hours, endMs, colours, label, format }: HourBarsProps) {
  const totals = hours.map((parts) => parts.reduce((sum, part) => sum + part, 0))
  const step = axisStep(Math.max(...totals, 0))
  const top = step * TICKS
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const slot = (WIDTH - LEFT) / hours.length
  const hourAt = (index: number) => formatGmt8(endMs - (hours.length - index) * HOUR_MS).slice(11, 13)
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {Array.from({ length: TICKS + 1 }, (_, index) => index * step).map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? styles.axis : styles.grid}
            />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {hours.map((parts, index) => {
          const x = LEFT + index * slot
          let base = 0
          return (
            <g key={hourAt(index)}>
              <title>{`${hourAt(index)}:00–${hourAt(index + 1)}:00  ${format(totals[index] ?? 0)}`}</title>
              <rect x={x} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} className={styles.hit} />
              {parts.map((part, level) => {
                const from = base
                base += part
                return part === 0 ? null : (
                  <rect
                    key={colours[level]}
                    x={x + (slot * (1 - BAR_SHARE)) / 2}
                    width={slot * BAR_SHARE}
                    y={y(base)}
                    height={y(from) - y(base)}
                    fill={colours[level]}
                    className={styles.bar}
                  />
                )
              })}
              {Number(hourAt(index)) % LABEL_EVERY_H === 0 && (
                <text x={x + slot / 2} y={HEIGHT - 6} textAnchor="middle">
                  {hourAt(index)}:00
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
