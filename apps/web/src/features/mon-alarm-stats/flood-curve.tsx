import type { AlarmStats } from '@natim/contract/mon/alarm-stats'
import { FLOOD_ALARMS } from '@natim/domain/alarm/flood'
import { formatShortTime } from '@natim/domain/format'
import { useWidth } from '@/lib/use-width.ts'
import styles from './flood.module.css'

const HEIGHT_PX = 176
const LEFT_PX = 28
const RIGHT_PX = 10
const TOP_PX = 18
const BOTTOM_PX = 22
const DEFAULT_WIDTH_PX = 480
const DATES = 5

/** Highest ten-minute count per step, the flood threshold, and the numbers of the list beside it. */
export function FloodCurve({ stats: { floods, fromMs } }: { readonly stats: AlarmStats }) {
  const [ref, width = DEFAULT_WIDTH_PX] = useWidth<HTMLElement>()
  const { curve, stepMs, list } = floods
  const top = Math.max(FLOOD_ALARMS * 2, Math.ceil(Math.max(...curve) / 10) * 10)
  const plotPx = HEIGHT_PX - TOP_PX - BOTTOM_PX
  const slot = (width - LEFT_PX - RIGHT_PX) / curve.length
  const y = (value: number) => TOP_PX + plotPx * (1 - value / top)
  const xOf = (ms: number) => LEFT_PX + ((ms - fromMs) / stepMs) * slot
  const dates = Array.from({ length: DATES }, (_, index) => Math.floor((curve.length * (index + 0.5)) / DATES))
  return (
    <figure className={styles.figure} ref={ref}>
      <svg
        width={width}
        height={HEIGHT_PX}
        role="img"
        aria-label={`10 min 内的报警数，最高 ${Math.max(...curve)} 起，${floods.count} 次洪水`}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line x1={LEFT_PX} x2={width} y1={y(value)} y2={y(value)} className={styles.grid} />
            <text x={LEFT_PX - 6} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {curve.map((value, index) => (
          <rect
            key={fromMs + index * stepMs}
            x={LEFT_PX + index * slot}
            y={y(value)}
            width={Math.max(1, slot * 0.8)}
            height={y(0) - y(value)}
            className={styles.bar}
            data-flood={value >= FLOOD_ALARMS || undefined}
          />
        ))}
        <line x1={LEFT_PX} x2={width} y1={y(FLOOD_ALARMS)} y2={y(FLOOD_ALARMS)} className={styles.line} />
        <text x={LEFT_PX + 4} y={y(FLOOD_ALARMS) - 4}>
          洪水线 {FLOOD_ALARMS}
        </text>
        {list.map(({ fromMs: at, peak }, index) => (
          <text key={at} x={xOf(at)} y={y(peak) - 5} textAnchor="middle" className={styles.mark}>
            {index + 1}
          </text>
        ))}
        {dates.map((index) => (
          <text key={index} x={LEFT_PX + index * slot} y={HEIGHT_PX - 4} textAnchor="middle">
            {formatShortTime(fromMs + index * stepMs).slice(0, 5)}
          </text>
        ))}
      </svg>
    </figure>
  )
}
