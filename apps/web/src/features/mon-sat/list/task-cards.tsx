import { SAT_PURPOSES, type SatTask } from '@natim/contract/mon/sat'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { formatNumber } from '@natim/domain/format'
import { SAT_STATES } from '@natim/domain/sat-task'
import { Link } from 'react-router'
import { CardOutlines } from '@/ui/outline/card-outlines.tsx'
import { Outline } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { revisitText, SAT, STATE_TONES, windowText } from '../sat-text.ts'
import { NextPass } from './next-pass.tsx'
import styles from './task-cards.module.css'
import { NoTasks, type TaskTableProps } from './task-table.tsx'

/** Tasks as cards on a phone. */
export function TaskCards({ rows, isLoading, isFiltered }: TaskTableProps) {
  if (isLoading)
    return (
      <Outline>
        <CardOutlines />
      </Outline>
    )
  if (rows.length === 0) return <NoTasks isFiltered={isFiltered} />
  return (
    <ul className={styles.cards} aria-label="卫星任务">
      {rows.map((task) => (
        <li key={task.id}>
          <TaskCard task={task} />
        </li>
      ))}
    </ul>
  )
}

const TaskCard = ({ task }: { readonly task: SatTask }) => (
  <Link to={SAT.task(task.id)} className={styles.card}>
    <span className={styles.head}>
      <b>{task.title}</b>
      <Tag tone={STATE_TONES[task.state]}>{SAT_STATES[task.state]}</Tag>
    </span>
    <span className={styles.facts}>
      <span>{task.no}</span>
      <span>
        {SAT_PURPOSES[task.purpose]} · {SENSOR_TYPES[task.sensorType]} · 优先级 {task.priority}
      </span>
      <span>{formatNumber(task.areaKm2)} km²</span>
      {task.revisit.mode !== 'once' && <span>{revisitText(task)}</span>}
    </span>
    <span className={`num ${styles.facts}`}>窗口 {windowText(task)}</span>
    {task.nextPassMs !== null && (
      <span className={styles.facts}>
        过境 <NextPass task={task} />
      </span>
    )}
  </Link>
)
