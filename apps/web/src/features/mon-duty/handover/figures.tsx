import type { HandoverFigures } from '@natim/contract/mon/duty'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import styles from './handover.module.css'

/** Figures of the shift. */
export function Figures({ figures: { raised, closed, ackS, escalated, open } }: { readonly figures: HandoverFigures }) {
  const cells = [
    ['本班新增', raised, '起'],
    ['已关闭', closed, '起'],
    ['平均确认', ackS === null ? NO_VALUE : formatNumber(ackS / 60, 1), 'min'],
    ['升级', escalated, '起'],
    ['遗留', open, '起'],
  ] as const
  return (
    <dl className={styles.figures}>
      {cells.map(([name, value, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className="t-value">{value}</b> {unit}
          </dd>
        </div>
      ))}
    </dl>
  )
}
