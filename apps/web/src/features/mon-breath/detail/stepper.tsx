import { CheckOutlined } from '@ant-design/icons'
import { BREATH_STATUS_WORDS, BREATH_WAITS, type BreathDetail } from '@natim/contract/mon/breath'
import { BREATH_STEPS } from '@natim/domain/breath'
import styles from '../breath.module.css'
import { stepTime } from '../breath-text.ts'

type Test = BreathDetail['test']

/** Statuses during which the step is in progress; for the others the step is done when the status is reached. */
const IN_WORK: ReadonlySet<Test['status']> = new Set(['sampling', 'analysing'])

/** When each step was done; the sample time where the device reported everything at once. */
const timesOf = (test: Test): readonly (number | null)[] => [
  test.createMs,
  test.sampleMs,
  test.analyseMs ?? (test.resultMs === null ? null : test.sampleMs),
  test.resultMs,
  test.reviewedMs,
  test.releasedMs,
]

/**
 * Done steps with a tick, the current one solid, future ones grey; an exit replaces the current step and shows its
 * reason.
 */
export function Stepper({ detail: { test, steps } }: { readonly detail: BreathDetail }) {
  const times = timesOf(test)
  const isExit = test.status === 'invalid' || test.status === 'cancelled'
  // An exit is placed after the last step reached.
  const reached = isExit
    ? Math.max(1, times.findLastIndex((ms) => ms !== null) + 1)
    : stepOf(test.status) + (IN_WORK.has(test.status) ? 0 : 1)
  const isOver = test.status === 'released'
  // The only step shown on a phone.
  const now = Math.min(reached, BREATH_STEPS.length - 1)
  return (
    <ol className={styles.stepper} aria-label="检测进度">
      {BREATH_STEPS.map((step, index) => {
        const state = index < reached ? 'done' : index === reached && !isOver ? 'current' : 'future'
        const ms = times[index]
        const isExitHere = isExit && state === 'current'
        return (
          <li
            key={step}
            data-state={state}
            data-now={index === now || undefined}
            data-exit={isExitHere || undefined}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.place} aria-hidden>
              第 {index + 1} 步 / {BREATH_STEPS.length}
            </span>
            <i aria-hidden>{state === 'done' ? <CheckOutlined /> : index + 1}</i>
            <span>
              {isExitHere
                ? `${BREATH_STATUS_WORDS[test.status]}${test.exitReason ? ` · ${test.exitReason}` : ''}`
                : state === 'current'
                  ? (BREATH_WAITS[test.status] ?? BREATH_STATUS_WORDS[step])
                  : BREATH_STATUS_WORDS[step]}
            </span>
            {state === 'done' && ms != null && <time>{stepTime(ms, test.isOpen)}</time>}
          </li>
        )
      })}
      {steps.some(({ action }) => action === 'return') && <li className={styles.returned}>曾退回复核</li>}
    </ol>
  )
}

const stepOf = (status: Test['status']) => BREATH_STEPS.findIndex((step) => step === status)
