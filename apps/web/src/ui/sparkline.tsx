import type { Severity } from '@natim/contract/dict'
import styles from './sparkline.module.css'
import { type SparkInput, sparkGeometry } from './sparkline-path.ts'

export interface SparklineProps extends Omit<SparkInput, 'width' | 'height'> {
  /** Text alternative of the line: `Cl₂ 最近 24 小时`. */
  readonly label: string
  /** px, 64–118 wide (design §5). */
  readonly width?: number
  readonly height?: number
  readonly hasArea?: boolean
  /** CSS colour; the first series colour by default. */
  readonly colour?: string
  /** Recolours line, area and threshold during an alarm. */
  readonly severity?: Severity
  readonly isMuted?: boolean
}

/** Small trend: 1.4 px line, end dot, gaps left open (design §5). */
export function Sparkline(props: SparklineProps) {
  const { label, width = 96, height = 32, hasArea, severity, isMuted, values, range, threshold } = props
  const geometry = sparkGeometry({ values, width, height, range, threshold })
  const own = severity ? `var(--sev-${severity})` : (props.colour ?? 'var(--series-1)')
  return (
    <svg
      className={styles.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      style={{ color: isMuted ? 'var(--disabled)' : own }}
    >
      {geometry.thresholdY !== undefined && (
        <line className={styles.threshold} x1={0} x2={width} y1={geometry.thresholdY} y2={geometry.thresholdY} />
      )}
      {hasArea && !isMuted && geometry.areas.map((d) => <path key={d} className={styles.area} d={d} />)}
      {geometry.lines.map((d) => (
        <path key={d} className={styles.line} d={d} />
      ))}
      {geometry.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={1.6} fill="currentColor" />
      ))}
      {geometry.end && <circle cx={geometry.end.x} cy={geometry.end.y} r={2.2} fill="currentColor" />}
    </svg>
  )
}
