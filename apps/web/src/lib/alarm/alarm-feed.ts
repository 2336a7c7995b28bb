import type { LiveAlarm } from '@natim/contract/socket/live'
import { liveSocket } from '../socket/live.ts'

type Listener = (events: readonly LiveAlarm[]) => void

const listeners = new Set<Listener>()
let endSubscription: (() => void) | undefined
let lastEventId: number | undefined

function begin(): void {
  endSubscription = liveSocket.subscribe(
    // After a reconnect the feed resumes where it stopped, not at its start.
    () => ({ topic: 'alarm', ...(lastEventId !== undefined && { lastEventId }) }),
    (message) => {
      if (message.t !== 'alarm') return
      lastEventId = Math.max(lastEventId ?? 0, ...message.d.map(({ eid }) => eid))
      for (const listener of listeners) listener(message.d)
    },
  )
}

/** Alarm events (raised, handled): one shared subscription for all listeners of the console (domain §8). */
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
