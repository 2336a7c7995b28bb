import type { ReactNode } from 'react'
import styles from './stat-block.module.css'

export interface Stat {
  readonly label: string
  readonly value: ReactNode
  readonly unit?: string
}

/** Row of labelled figures below a chart: samples, completeness, mean, extremes. */
export function StatRow({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={styles.row}>
      {stats.map(({ label, value, unit }) => (
        <div key={label} className={styles.cell}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Facts of a side column: label left, figure right, one line each. */
export function StatBlock({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={styles.block}>
      {stats.map(({ label, value, unit }) => (
        <div key={label} className={styles.line}>
          <dt className={styles.label}>{label}</dt>
          <dd>
            {value}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
