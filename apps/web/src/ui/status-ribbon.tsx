import { formatShortTime } from '@natim/domain/format'
import type { RibbonCell, RibbonState } from './ribbon-cells.ts'
import styles from './status-ribbon.module.css'

const NAMES: Readonly<Record<RibbonState, string>> = {
  online: '在线',
  broken: '断续',
  offline: '离线',
  fault: '故障',
  maintenance: '维护',
  none: '无数据',
}

function tooltip({ fromMs, toMs, state, reason }: RibbonCell): string {
  const interval = `${formatShortTime(fromMs)}–${formatShortTime(toMs).slice(6)}`
  return [interval, NAMES[state], reason].filter(Boolean).join(' · ')
}

/** Text alternative: number of cells by state. */
function summary(cells: readonly RibbonCell[]): string {
  const counts = new Map<RibbonState, number>()
  for (const { state } of cells) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Array.from(counts, ([state, count]) => `${NAMES[state]} ${Math.round((count / cells.length) * 100)} %`).join(
    '，',
  )
}

export interface StatusRibbonProps {
  /** Oldest first. */
  readonly cells: readonly RibbonCell[]
  /** Name including the period: `24 小时状态`. */
  readonly label?: string
  /** px, 10–14. */
  readonly height?: number
  /** Times below the ends and the middle. */
  readonly hasAxis?: boolean
}

/** 状态带: equal cells of device status over time (design §5). */
export function StatusRibbon({ cells, label = '24 小时状态', height = 10, hasAxis = false }: StatusRibbonProps) {
  const middle = cells[Math.floor(cells.length / 2)]
  return (
    <div className={styles.ribbon}>
      <figure className={styles.cells} style={{ height }} aria-label={`${label}：${summary(cells)}`}>
        {cells.map((cell) => (
          <span key={cell.fromMs} className={styles.cell} data-state={cell.state} title={tooltip(cell)} />
        ))}
      </figure>
      {hasAxis && cells[0] && (
        <div className={styles.axis} aria-hidden>
          <span>{formatShortTime(cells[0].fromMs)}</span>
          {middle && <span>{formatShortTime(middle.fromMs).slice(6)}</span>}
          <span>现在</span>
        </div>
      )}
    </div>
  )
}
