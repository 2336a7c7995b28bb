import type { BreathDetail } from '@natim/contract/mon/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Link } from 'react-router'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'
import { breathPath, sampleTime, statusText, verdictText } from '../breath-text.ts'
import { VerdictMark } from '../verdict-mark.tsx'

/** 同一受试者: earlier and later tests, newest first. */
export function HistoryPanel({ detail: { history, test } }: { readonly detail: BreathDetail }) {
  if (test.subjectId === null) return null
  return (
    <Panel title="同一受试者" meta={history.length === 0 ? '没有其他检测' : `其他 ${history.length} 次`} isFlush>
      {history.length > 0 && (
        <div className={styles.tableBox}>
          <table className={styles.table}>
            <thead>
              <tr>
                {['编号', '采样', '状态', '结论', '得分'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={breathPath(row.id)}>{row.no}</Link>
                  </th>
                  <td>{sampleTime(row.sampleMs, test.isOpen)}</td>
                  <td>{statusText(row.status)}</td>
                  <td>
                    <VerdictMark test={row} /> {verdictText(row)}
                  </td>
                  <td>{row.score === null ? NO_VALUE : formatNumber(row.score, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
