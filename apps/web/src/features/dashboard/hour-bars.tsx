import { formatNumber } from '@natim/domain/format'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { useState } from 'react'
import { useWidth } from '../../lib/use-width.ts'
import styles from './hour-bars.module.css'
import { countAxis, hourTotals } from './hour-scale.ts'

export interface HourBarsProps {
  /** Counts of 24 hours, oldest first; each hour has its stacked parts, bottom first. */
  readonly hours: readonly (readonly number[])[]
  /** End of the newest hour, epoch ms; that hour is still running. */
  readonly endMs: number
  /** Colour and name of each part. */
  readonly parts: readonly { readonly colour: string; readonly name: string }[]
  readonly label: string
}

const DEFAULT_WIDTH_PX = 560
const HEIGHT_PX = 228
const LEFT_PX = 40
const BOTTOM_PX = 24
const TOP_PX = 10
const BAR_SHARE = 0.58
const LABEL_PX = 44
const LABEL_HOURS = [3, 6] as const

/** Stacked bars of a day as plain SVG: the first page must not wait for a chart library. */
export function HourBars({ hours, endMs, parts, label }: HourBarsProps) {
  const [ref, width = DEFAULT_WIDTH_PX] = useWidth<HTMLElement>()
  const [hovered, setHovered] = useState<number>()
  const totals = hourTotals(hours)
  const { ticks, divisor } = countAxis(Math.max(...totals, 0))
  const top = ticks.at(-1) ?? 1
  const plotPx = HEIGHT_PX - TOP_PX - BOTTOM_PX
  const y = (value: number) => TOP_PX + plotPx * (1 - value / top)
  const slot = (width - LEFT_PX) / hours.length
  const x = (index: number) => LEFT_PX + index * slot
  const hourOf = (index: number) => formatGmt8(endMs - (hours.length - index) * HOUR_MS).slice(11, 13)
  const labelEvery = slot * LABEL_HOURS[0] >= LABEL_PX ? LABEL_HOURS[0] : LABEL_HOURS[1]
  return (
    <figure className={styles.figure} ref={ref} onPointerLeave={() => setHovered(undefined)}>
      <svg width={width} height={HEIGHT_PX} role="img" aria-label={label}>
        {ticks.map((value) => (
          <g key={value}>
            <line
              x1={LEFT_PX}
              x2={width}
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? styles.axis : styles.grid}
            />
            <text x={LEFT_PX - 8} y={y(value) + 4} textAnchor="end">
              {formatNumber(value / divisor)}
            </text>
          </g>
        ))}
        {hours.map((levels, index) => (
          <g key={hourOf(index)} onPointerEnter={() => setHovered(index)} data-running={index === hours.length - 1}>
            <rect x={x(index)} y={TOP_PX} width={slot} height={plotPx} className={styles.hit} />
            <Stack
              levels={levels}
              parts={parts}
              x={x(index) + (slot * (1 - BAR_SHARE)) / 2}
              width={slot * BAR_SHARE}
              y={y}
            />
            {Number(hourOf(index)) % labelEvery === 0 && (
              <text x={x(index) + slot / 2} y={HEIGHT_PX - 6} textAnchor="middle">
                {hourOf(index)}:00
              </text>
            )}
          </g>
        ))}
      </svg>
      {hovered !== undefined && (
        <Hint
          title={`${hourOf(hovered)}:00–${hourOf(hovered + 1)}:00`}
          isRunning={hovered === hours.length - 1}
          levels={hours[hovered] ?? []}
          parts={parts}
          at={(x(hovered) + slot / 2) / width}
        />
      )}
      <HourTable hours={hours} parts={parts} hourOf={hourOf} label={label} />
    </figure>
  )
}

interface StackProps extends Pick<HourBarsProps, 'parts'> {
  readonly levels: readonly number[]
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
}

function Stack({ levels, parts, x, width, y }: StackProps) {
  let base = 0
  return levels.map((count, level) => {
    const from = base
    base += count
    const part = parts[level]
    if (count === 0 || part === undefined) return null
    return (
      <rect
        key={part.name}
        x={x}
        width={width}
        y={y(base)}
        height={y(from) - y(base)}
        fill={part.colour}
        className={styles.bar}
      />
    )
  })
}

interface HintProps extends Pick<HourBarsProps, 'parts'> {
  readonly title: string
  readonly isRunning: boolean
  readonly levels: readonly number[]
  /** Position along the width, 0–1. */
  readonly at: number
}

function Hint({ title, isRunning, levels, parts, at }: HintProps) {
  return (
    <div className={styles.hint} style={{ insetInlineStart: `${at * 100}%`, translate: `${-at * 100}% 0` }} aria-hidden>
      <span className="t-caption">
        {title}
        {isRunning && ' · 进行中'}
      </span>
      {parts.map(({ name, colour }, level) => (
        <span key={name} className={styles.hintRow}>
          <i style={{ background: colour }} />
          {name}
          <b>{formatNumber(levels[level] ?? 0)}</b>
        </span>
      ))}
    </div>
  )
}

/** The same numbers for screen readers. */
function HourTable({
  hours,
  parts,
  hourOf,
  label,
}: Omit<HourBarsProps, 'endMs'> & { hourOf: (index: number) => string }) {
  return (
    <table className="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">时段</th>
          {parts.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((levels, index) => (
          <tr key={hourOf(index)}>
            <th scope="row">{hourOf(index)}:00</th>
            {parts.map(({ name }, level) => (
              <td key={name}>{formatNumber(levels[level] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
