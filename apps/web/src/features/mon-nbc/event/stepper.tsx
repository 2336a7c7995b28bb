import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { NBC_REJECT_REASON, NBC_STATE } from '@natim/contract/dict'
import type { NbcEventDetail } from '@natim/contract/mon/nbc-event'
import { formatShortTime } from '@natim/domain/format'
import styles from './event.module.css'

const ORDER = ['detected', 'local_confirmed', 'lab_confirmed'] as const

interface Step {
  readonly label: string
  readonly state: 'done' | 'current' | 'future' | 'out'
  readonly note: string
}

/** 探测 → 现场复核 → 实验室确证; 排除 replaces the step not reached, with its reason. */
export function stepsOf({
  event,
  steps,
  rejectReason,
}: Pick<NbcEventDetail, 'event' | 'steps' | 'rejectReason'>): Step[] {
  const reached = (state: (typeof ORDER)[number]) =>
    steps.findLast(({ to, action }) => to === state && isSettled(action))
  const isOut = event.state === 'rejected'
  const outAt = ORDER.findIndex((state) => !reached(state))
  const shown: Step[] = ORDER.map((state, index) => {
    const step = reached(state)
    if (step) return { label: NBC_STATE[state], state: 'done', note: `${formatShortTime(step.tsMs)} ${step.actorName}` }
    if (isOut && index === outAt) {
      const last = steps.findLast(({ to, action }) => to === 'rejected' && isSettled(action))
      const why = rejectReason === null ? '' : NBC_REJECT_REASON[rejectReason]
      return {
        label: `${NBC_STATE.rejected}${why && `（${why}）`}`,
        state: 'out',
        note: last ? `${formatShortTime(last.tsMs)} ${last.actorName}` : '',
      }
    }
    const isNext = !isOut && index === outAt
    return { label: NBC_STATE[state], state: isNext ? 'current' : 'future', note: isNext ? '待处理' : '' }
  })
  return isOut ? shown.filter(({ state }) => state !== 'future') : shown
}

const isSettled = (action: NbcEventDetail['steps'][number]['action']) =>
  action === 'detect' || action === 'decide' || action === 'agree'

export function Stepper({ detail }: { readonly detail: Pick<NbcEventDetail, 'event' | 'steps' | 'rejectReason'> }) {
  return (
    <ol className={styles.stepper} aria-label="处置步骤">
      {stepsOf(detail).map(({ label, state, note }, index) => (
        <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={styles.disc} aria-hidden>
            {state === 'done' ? <CheckOutlined /> : state === 'out' ? <CloseOutlined /> : index + 1}
          </span>
          <span>
            <b>{label}</b>
            <small>{note}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
