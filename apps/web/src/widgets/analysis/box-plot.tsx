import type { Box } from '@natim/domain/analysis/box'
import { formatNumber } from '@natim/domain/format'
import { niceScale } from '@/widgets/chart/value-scale.ts'
import styles from './analysis.module.css'

export interface BoxRow {
  readonly key: string
  readonly name: string
  readonly box: Box
}

interface BoxPlotProps {
  readonly rows: readonly BoxRow[]
  readonly unit: string
  readonly precision: number
  readonly label: string
  /** Drawn across all rows; its name includes its period. */
  readonly limit: { readonly name: string; readonly value: number } | undefined
}

const WIDTH = 440
const NAME = 104
const RIGHT = 14
const ROW = 40
const TOP = 26
const BOTTOM = 24
const HALF = 9

/** Distributions in rows on one scale: whiskers at P5 and P95, quartiles, median bar, mean ring (design 24). */
export function BoxPlot({ rows, unit, precision, label, limit }: BoxPlotProps) {
  const values = rows.flatMap(({ box }) => [box.p5, box.p95, ...box.outliers])
  const { min, max, interval } = niceScale(Math.min(0, ...values), Math.max(limit?.value ?? 0, ...values))
  const xOf = (value: number) => NAME + ((value - min) / (max - min)) * (WIDTH - NAME - RIGHT)
  const height = TOP + rows.length * ROW + BOTTOM
  const ticks = Array.from({ length: Math.round((max - min) / interval) + 1 }, (_, i) => min + i * interval)
  return (
    <svg className={styles.boxes} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={xOf(tick)} x2={xOf(tick)} y1={TOP} y2={height - BOTTOM} className={styles.gridLine} />
          <text x={xOf(tick)} y={height - 6} textAnchor="middle">
            {formatNumber(tick, interval < 1 ? 1 : 0)}
          </text>
        </g>
      ))}
      {rows.map(({ key, name, box }, index) => (
        <Row key={key} name={name} box={box} y={TOP + index * ROW + ROW / 2} xOf={xOf} precision={precision} />
      ))}
      {limit && (
        <>
          <line
            x1={xOf(limit.value)}
            x2={xOf(limit.value)}
            y1={TOP - 6}
            y2={height - BOTTOM}
            className={styles.limit}
          />
          <text
            x={xOf(limit.value)}
            y={TOP - 10}
            textAnchor={xOf(limit.value) > WIDTH / 2 ? 'end' : 'start'}
            className={styles.limitName}
          >
            {`${limit.name} ${formatNumber(limit.value, precision)} ${unit}`}
          </text>
        </>
      )}
    </svg>
  )
}

interface RowProps {
  readonly name: string
  readonly box: Box
  readonly y: number
  readonly xOf: (value: number) => number
  readonly precision: number
}

function Row({ name, box, y, xOf, precision }: RowProps) {
  const text = (value: number) => formatNumber(value, precision)
  const { p5, p25, p50, p75, p95, mean, outliers, n } = box
  return (
    <g>
      <title>{`${name}：n ${n}，P5 ${text(p5)}，P25 ${text(p25)}，中位 ${text(p50)}，P75 ${text(p75)}，P95 ${text(p95)}，均值 ${text(mean)}`}</title>
      <text x={NAME - 10} y={y + 4} textAnchor="end" className={styles.rowName}>
        {name.length > 7 ? `${name.slice(0, 6)}…` : name}
      </text>
      <line x1={xOf(p5)} x2={xOf(p95)} y1={y} y2={y} className={styles.whisker} />
      {[p5, p95].map((end, i) => (
        <line key={i} x1={xOf(end)} x2={xOf(end)} y1={y - 5} y2={y + 5} className={styles.whisker} />
      ))}
      <rect
        x={xOf(p25)}
        width={Math.max(1, xOf(p75) - xOf(p25))}
        y={y - HALF}
        height={2 * HALF}
        className={styles.box}
      />
      <line x1={xOf(p50)} x2={xOf(p50)} y1={y - HALF} y2={y + HALF} className={styles.median} />
      <circle cx={xOf(mean)} cy={y} r={3.2} className={styles.mean} />
      {outliers.map((value, i) => (
        <circle key={i} cx={xOf(value)} cy={y} r={2} className={styles.outlier} />
      ))}
    </g>
  )
}
