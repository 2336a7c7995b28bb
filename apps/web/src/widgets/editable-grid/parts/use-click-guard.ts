import { MESSAGES } from '@natim/contract/messages'
import { useRef } from 'react'
import { useNotify } from '@/lib/notify.ts'

/** Lets an action through once in so many ms; a click too soon is answered by a warning (WG-177). */
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
