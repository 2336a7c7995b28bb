import type { LiveAlarm } from '@natim/contract/socket/live'
import { liveSocket } from '../socket/live.ts'

type Listener = (events: readonly LiveAlarm[]) => void

const listeners = new Set<Listener>()
let endSubscription: (() => void) | undefined
let lastEventId: number | undefined

function begin(): void {
  endSubscription = liveSocket.subscribe(
    // After a break the feed goes on where it stopped, and not where it began.
    () => ({ topic: 'alarm', ...(lastEventId !== undefined && { lastEventId }) }),
    (message) => {
      if (message.t !== 'alarm') return
      lastEventId = Math.max(lastEventId ?? 0, ...message.d.map(({ eid }) => eid))
      for (const listener of listeners) listener(message.d)
    },
  )
}

/** Alarms as they are raised and handled: one subscription for the console, however many parts listen (domain §8). */
export function onAlarmEvents(listener: Listener): () => void {
  listeners.add(listener)
  if (listeners.size === 1) begin()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    endSubscription?.()
    lastEventId = undefined
  }
}
