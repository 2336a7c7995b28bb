import type { NbcRad } from '@natim/contract/mon/nbc'
import { formatNumber } from '@natim/domain/format'
import styles from './data.module.css'
import { groupsOf } from './oil-groups.ts'

const MIN = 0.01
const MAX = 10_000
const DECADES = Math.log10(MAX / MIN)

/** Position on the rail, 0–1: logarithmic from 0.01 to 10⁴ µSv/h. */
export const railShare = (value: number): number =>
  Math.min(1, Math.max(0, Math.log10(Math.max(value, MIN) / MIN) / DECADES))

/**
 * OILs on a rail of their own beside the curve, never on it: they are for a human decision, not an automatic one
 * (design 37).
 */
export function OilRail({ value, oils }: { readonly value: number | null; readonly oils: NbcRad['oils'] }) {
  const at = value === null ? undefined : `${railShare(value) * 100}%`
  const names = groupsOf(oils)
  const text = names.map(({ name, value: figure }) => `${name} ${formatNumber(figure)}`).join('，')
  return (
    <div className={styles.rail}>
      <span className="visually-hidden">
        {value === null ? '无数值' : `当前 ${value} µSv/h`}；{text}
      </span>
      <div className={styles.track} aria-hidden>
        {at !== undefined && <span className={styles.fill} style={{ inlineSize: at }} />}
        {names.map(({ name, value: figure, severity }) => (
          <span
            key={name}
            className={styles.tick}
            style={{
              insetInlineStart: `${railShare(figure) * 100}%`,
              background: severity ? `var(--sev-${severity})` : 'var(--control)',
            }}
          />
        ))}
        {at !== undefined && <span className={styles.knob} style={{ insetInlineStart: at }} />}
      </div>
      <div className={styles.railNames} aria-hidden>
        <span style={{ insetInlineStart: 0 }}>0.01</span>
        {names.map(({ name, value: figure }) => (
          <span key={name} className={styles.centred} style={{ insetInlineStart: `${railShare(figure) * 100}%` }}>
            {formatNumber(figure)}
            <br />
            {name}
          </span>
        ))}
        <span style={{ insetInlineEnd: 0 }}>
          10<sup>4</sup>
        </span>
      </div>
      <p className={styles.note}>仅作决策参考，不自动执行</p>
    </div>
  )
}
