import { ACQUISITION_STATES, type SatTaskDetail } from '@natim/contract/mon/sat'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Letter } from '../map/letter.tsx'
import { secondText } from '../sat-text.ts'
import styles from './detail.module.css'

/** Acquisitions and their outcomes: why one failed, and which pass followed. */
export function Acquisitions({ task }: { readonly task: SatTaskDetail }) {
  const { acquisitions, trouble } = task
  if (acquisitions.length === 0 && trouble === null) return null
  return (
    <Panel isFlush title="成像" meta={task.providerRef && `订单 ${task.providerRef}`}>
      {trouble && (
        <p role="status" className={styles.trouble}>
          {trouble}，正在重试
        </p>
      )}
      <ul className={styles.list} aria-label="成像记录">
        {acquisitions.map((one) => (
          <li key={one.id}>
            <Letter rank={one.rank} />
            <b>{one.satCode}</b>
            <Tag tone={one.state === 'failed' ? 'error' : one.state === 'delivered' ? 'success' : 'info'}>
              {ACQUISITION_STATES[one.state]}
            </Tag>
            <span className="num">
              {one.actualMs === null ? `计划 ${secondText(one.plannedMs)}` : `成像 ${secondText(one.actualMs)}`}
            </span>
            {one.cloudPct !== null && <span>云量 {one.cloudPct}%</span>}
            {one.quality && <span>{one.quality}</span>}
            {one.failReason && <span className={styles.reason}>{one.failReason}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
