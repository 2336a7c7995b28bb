import { MESSAGES } from '@natim/contract/messages'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { PlainIcon } from '@/ui/plain/plain-icons.tsx'
import styles from './slider-check.module.css'

export interface SliderCheckProps {
  /** Called once, when the knob reaches the end. */
  readonly onSuccess: () => void
}

const STEP_PERCENT = 10
const FULL = 100

/** Position of the knob, 0 to 100, and its handlers. */
function useKnob(onSuccess: () => void) {
  const [percent, setPercent] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const startX = useRef<number>(undefined)

  const moveTo = (next: number) => {
    if (isDone) return
    const reached = Math.min(FULL, Math.max(0, next))
    setPercent(reached)
    if (reached < FULL) return
    startX.current = undefined
    setIsDone(true)
    onSuccess()
  }
  const letGo = () => {
    startX.current = undefined
    if (!isDone) setPercent(0)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (isDone) return
    startX.current = event.clientX
    event.currentTarget.setPointerCapture?.(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = track
    if (startX.current === undefined || current === null) return
    const roomPx = current.clientWidth - event.currentTarget.clientWidth
    moveTo(((event.clientX - startX.current) / Math.max(1, roomPx)) * FULL)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowRight: STEP_PERCENT,
      ArrowUp: STEP_PERCENT,
      ArrowLeft: -STEP_PERCENT,
      ArrowDown: -STEP_PERCENT,
    }[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveTo(percent + step)
  }
  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown,
    // An opening dialog moves the focus, which must not release a dragged knob.
    onBlur: () => startX.current === undefined && letGo(),
  }
  return { percent, isDone, track, handlers }
}

/**
 * A hurdle for scripts that press buttons (D-43): the knob must be moved to the end, by pointer or arrow keys, and
 * returns when released earlier. Client-side only; the server does not check it.
 */
export function SliderCheck({ onSuccess }: SliderCheckProps) {
  const { percent, isDone, track, handlers } = useKnob(onSuccess)
  const text = MESSAGES[isDone ? 'slider.done' : 'slider.idle']
  return (
    <div ref={track} className={styles.track} data-done={isDone} style={{ ['--done']: percent / FULL }}>
      <span className={styles.fill} aria-hidden />
      <span className={styles.text} role={isDone ? 'status' : undefined}>
        {text}
      </span>
      <div
        role="slider"
        tabIndex={0}
        className={styles.knob}
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={FULL}
        aria-valuenow={Math.round(percent)}
        aria-disabled={isDone}
        {...handlers}
      >
        <PlainIcon name={isDone ? 'check' : 'forward'} />
      </div>
    </div>
  )
}
