import { formatNumber, formatShare } from '@natim/domain/format'
import { Sparkline } from '@/ui/sparkline.tsx'
import type { ChartPoint } from './chart-table.ts'
import styles from './mini-charts.module.css'

export interface MiniProps {
  readonly label: string
  readonly values: readonly number[]
}

/** A trend as an area, without axes. */
export const MiniArea = ({ label, values }: MiniProps) => (
  <Sparkline
    label={`${label}：${values.length} 点，最后 ${values.at(-1) ?? '无'}`}
    values={[...values]}
    hasArea
    width={118}
  />
)

/** A row of small bars; the highest fills the height. */
export function MiniBar({ label, values }: MiniProps) {
  const max = Math.max(1, ...values)
  return (
    <div
      className={styles.bars}
      role="img"
      aria-label={`${label}：${values.length} 项，最高 ${Math.max(0, ...values)}`}
    >
      {values.map((value, index) => (
        // Bars are identified by position.
        <span key={index} style={{ blockSize: `${Math.max(0, (value / max) * 100)}%` }} />
      ))}
    </div>
  )
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share))

export interface ShareProps {
  readonly label: string
  /** 0 to 1. */
  readonly share: number
}

/** A share as a track, with an optional target mark. */
export function MiniProgress({ label, share, target }: ShareProps & { readonly target?: number }) {
  const percent = clampShare(share) * 100
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <span className={styles.done} style={{ inlineSize: `${percent}%` }} />
      {target !== undefined && (
        <span className={styles.target} style={{ insetInlineStart: `${clampShare(target) * 100}%` }} />
      )}
    </div>
  )
}

/** A share as a liquid level. */
export function Liquid({ label, share }: ShareProps) {
  const level = clampShare(share)
  return (
    <div
      className={styles.vessel}
      role="img"
      aria-label={`${label}：${formatShare(level)}`}
      style={{ '--level': `${level * 100}%` }}
    >
      <span className={styles.level}>{formatShare(level)}</span>
    </div>
  )
}

/** Names by value, highest first, each with its share of the highest. */
export function RankList({
  title,
  points,
  unit = '',
}: {
  readonly title: string
  readonly points: readonly ChartPoint[]
  readonly unit?: string
}) {
  const sorted = points.toSorted((a, b) => b.value - a.value)
  const max = Math.max(1, sorted[0]?.value ?? 0)
  return (
    <section aria-label={title}>
      <h3 className={`t-panel ${styles.rankTitle}`}>{title}</h3>
      {sorted.length === 0 && <p className="t-caption">暂无数据</p>}
      <ol className={styles.rank}>
        {sorted.map(({ name, value }, index) => (
          <li key={name} className={styles.rankRow}>
            <span className={styles.place}>{index + 1}</span>
            <span className={`ellipsis ${styles.rankName}`} title={name}>
              {name}
            </span>
            <span className={styles.rankBar} aria-hidden>
              <span style={{ inlineSize: `${(Math.max(0, value) / max) * 100}%` }} />
            </span>
            <span className="t-value">
              {formatNumber(value)} {unit}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
