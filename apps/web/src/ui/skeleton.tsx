import type { CSSProperties, ReactNode } from 'react'
import { LoadingStatus } from './loading-status.tsx'
import styles from './skeleton.module.css'
import { useDelayed } from './use-delayed.ts'

const DEFAULT_ROWS = 6

export interface BarProps {
  readonly width: CSSProperties['width']
  /** px */
  readonly height?: number
  /** px of the text line it represents; the bar is centred in it. */
  readonly line?: number
  readonly className?: string | undefined
}

/** Placeholder of a word, a number or a picture. */
export const Bar = ({ width, height = 12, line = height, className }: BarProps) => (
  <span
    className={className === undefined ? styles.bar : `${styles.bar} ${className}`}
    style={{ width, height, ...(line > height && { marginBlock: (line - height) / 2 }) }}
  />
)

/** Renders `count` items. */
export const times = (count: number, draw: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => draw(index))

export interface OutlineProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Reserves the space of loading content, and shows its skeleton after a short delay. */
export function Outline({ className, children }: OutlineProps) {
  const isDue = useDelayed()
  return (
    <div className={`${styles.outline} ${className ?? ''}`}>
      <LoadingStatus />
      <div className={styles.content} data-outline style={isDue ? undefined : { visibility: 'hidden' }} aria-hidden>
        {children}
      </div>
    </div>
  )
}

/** Skeleton of a table: a head and the expected number of rows. */
export function TableSkeleton({ rows = DEFAULT_ROWS, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <Outline>
      {times(rows, (row) => (
        <div key={row} className={styles.row}>
          {times(columns, (column) => (
            // All share the width left by the first column.
            <Bar key={column} width={column === 0 ? '12%' : `${Math.min(16, 76 / (columns - 1))}%`} />
          ))}
        </div>
      ))}
    </Outline>
  )
}

/** A channel card: label, age, value, spark, rail. */
export const CardBars = () => (
  <>
    <div className={styles.line}>
      <Bar width="38%" height={13} />
      <Bar width="14%" height={13} />
    </div>
    <div className={styles.line}>
      <Bar width="28%" height={28} />
      <Bar width="36%" height={30} />
    </div>
    <Bar width="100%" height={4} />
  </>
)

/** Skeleton of a channel card. */
export const CardSkeleton = () => (
  <Outline className={styles.card}>
    <CardBars />
  </Outline>
)

/** Skeleton of a chart or any block of one height, px. */
export function BlockSkeleton({ height }: { height: number }) {
  return (
    <Outline>
      <Bar width="100%" height={height} />
    </Outline>
  )
}
