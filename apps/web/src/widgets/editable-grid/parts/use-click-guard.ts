import { MESSAGES } from '@natim/contract/messages'
import { useRef } from 'react'
import { useNotify } from '@/lib/notify.ts'

/** Runs an action at most once in `restMs`; an earlier click shows a warning (WG-177). */
export function useClickGuard(restMs: number): (action: () => void) => void {
  const notify = useNotify()
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (action) => {
    const nowMs = Date.now()
    if (nowMs - last.current < restMs) {
      notify.line(MESSAGES['grid.tooFast'])
      return
    }
    last.current = nowMs
    action()
  }
}
