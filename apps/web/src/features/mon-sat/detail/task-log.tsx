import type { SatTaskDetail } from '@natim/contract/mon/sat'
import { SAT_STATES } from '@natim/domain/sat-task'
import { Link } from 'react-router'
import { Panel } from '@/ui/panel.tsx'
import { minuteText, SAT, secondText } from '../sat-text.ts'
import styles from './detail.module.css'

/** History of a task, newest first, and its follow-up tasks. */
export function TaskLog({ task }: { readonly task: SatTaskDetail }) {
  return (
    <>
      {task.children.length > 0 && (
        <Panel isFlush title="重访任务" meta={`${task.children.length} 个`}>
          <ul className={styles.list}>
            {task.children.map((child) => (
              <li key={child.id}>
                <Link to={SAT.task(child.id)}>{child.no}</Link>
                <span>{SAT_STATES[child.state]}</span>
                <span className="num">
                  {minuteText(child.fromMs)} – {minuteText(child.toMs)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel isFlush title="记录">
        <ul className={styles.list} aria-label="任务记录">
          {task.log.toReversed().map((line) => (
            <li key={line.id}>
              <span className="num">{secondText(line.atMs)}</span>
              <b>{line.action}</b>
              <span>{line.who}</span>
              {line.note && <span className={styles.note}>{line.note}</span>}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
