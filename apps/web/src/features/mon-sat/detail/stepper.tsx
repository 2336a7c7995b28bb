import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { SatTaskDetail } from '@natim/contract/mon/sat'
import { formatDuration } from '@natim/domain/format'
import { SAT_STATES, SAT_STEPS, type SatState } from '@natim/domain/sat-task'
import { useIsPhone } from '@/lib/use-media.ts'
import { useTicker } from '@/ui/ticker.ts'
import { minuteText } from '../sat-text.ts'
import styles from './detail.module.css'

const STEP_NAMES: Readonly<Partial<Record<SatState, string>>> = { submitted: '已提交', approved: '批准' }
const nameOf = (state: SatState) => STEP_NAMES[state] ?? SAT_STATES[state]

type Task = Pick<SatTaskDetail, 'state' | 'log' | 'reason'>

/** Step of a task, and the side exit that replaced it. */
export function stepOf({ state, log }: Pick<Task, 'state' | 'log'>): {
  readonly index: number
  readonly exit?: SatState
} {
  const steps: readonly SatState[] = SAT_STEPS
  // A submitted task is pending approval, which is the current step.
  if (state === 'submitted') return { index: 2 }
  // An approved task waits for its order to be accepted.
  if (state === 'approved') return { index: 3 }
  if (state === 'closed') return { index: steps.length }
  if (state === 'delivered') return { index: steps.length }
  const at = steps.indexOf(state)
  if (at !== -1) return { index: at }
  const before = log.findLast(({ to, from }) => to === state && from !== null)?.from ?? 'draft'
  const reached =
    before === 'submitted' ? 2 : before === 'approved' || before === 'replanned' ? 3 : steps.indexOf(before)
  return { index: reached === -1 ? 3 : reached, exit: state }
}

/** 草稿 → 已交付, with the time of each step; a side exit is shown at the step it left, with its reason. */
export function Stepper({ task }: { readonly task: Task }) {
  const isPhone = useIsPhone()
  const { index, exit } = stepOf(task)
  const label = exit ? SAT_STATES[exit] : index === 2 ? '待批准' : nameOf(SAT_STEPS[Math.min(index, 7)] ?? 'delivered')
  if (isPhone)
    return (
      <p className={styles.phoneStep} data-exit={exit !== undefined || undefined}>
        第 {Math.min(index + 1, SAT_STEPS.length)} 步 / {SAT_STEPS.length} {label}
        {exit && task.reason && `：${task.reason}`}
      </p>
    )
  return (
    <ol className={styles.stepper} aria-label="任务进度">
      {SAT_STEPS.map((state, at) => {
        const isDone = at < index
        const isCurrent = at === index
        const time = task.log.findLast(({ to }) => to === state)?.atMs
        return (
          <li
            key={state}
            data-step={isDone ? 'done' : isCurrent ? (exit ? 'exit' : 'current') : 'future'}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <span className={styles.disc} aria-hidden>
              {isDone ? <CheckOutlined /> : isCurrent && exit ? <CloseOutlined /> : at + 1}
            </span>
            <span>{isCurrent ? label : nameOf(state)}</span>
            {isDone && time !== undefined && <small className="num">{minuteText(time).slice(6)}</small>}
            {isCurrent && !exit && <Waiting task={task} />}
            {isCurrent && exit && task.reason && <small title={task.reason}>{task.reason}</small>}
          </li>
        )
      })}
    </ol>
  )
}

function Waiting({ task }: { readonly task: Task }) {
  const sinceMs = task.log.at(-1)?.atMs
  const text = useTicker((nowMs) => (sinceMs === undefined ? '' : formatDuration(Math.max(0, nowMs - sinceMs))))
  return text === '' ? null : <small>已等 {text}</small>
}
