import type { CSSProperties, ReactNode } from 'react'
import styles from './skeleton.module.css'
import { useDelayed } from './use-delayed.ts'

const DEFAULT_ROWS = 6

interface BarProps {
  readonly width: CSSProperties['width']
  readonly height: number
}

const Bar = ({ width, height }: BarProps) => <span className={styles.bar} style={{ width, height }} />

/** Keeps the height of what will come, and shows it in outline once the wait is worth mentioning. */
function Frame({ children, className }: { children: ReactNode; className?: string }) {
  const isDue = useDelayed()
  return (
    <output className={`${styles.frame} ${className ?? ''}`} aria-label="加载中">
      <span style={isDue ? undefined : { visibility: 'hidden' }}>{children}</span>
    </output>
  )
}

/** Outline of a table: a head and as many rows as will come. */
export function TableSkeleton({ rows = DEFAULT_ROWS, columns = 5 }: { rows?: number; columns?: number }) {
  const cells = Array.from({ length: columns }, (_, index) => (
    <Bar key={index} width={index === 0 ? '12%' : '16%'} height={12} />
  ))
  return (
    <Frame>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={styles.row}>
          {cells}
        </span>
      ))}
    </Frame>
  )
}

/** Outline of a channel card: label, age, value, spark, rail. */
export function CardSkeleton() {
  return (
    <Frame className={styles.card}>
      <span className={styles.line}>
        <Bar width="38%" height={13} />
        <Bar width="14%" height={13} />
      </span>
      <span className={styles.line}>
        <Bar width="28%" height={28} />
        <Bar width="36%" height={30} />
      </span>
      <Bar width="100%" height={4} />
    </Frame>
  )
}

/** Outline of a chart or any block of one height, px. */
export function BlockSkeleton({ height }: { height: number }) {
  return (
    <Frame>
      <Bar width="100%" height={height} />
    </Frame>
  )
}
