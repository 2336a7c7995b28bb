import { useSyncExternalStore } from 'react'
import { MOTION } from '../../theme/metrics.ts'

const NONE: ReadonlySet<string> = new Set()
let changed = NONE
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function put(next: ReadonlySet<string>): void {
  changed = next
  for (const listener of listeners) listener()
}

/** Marks alarms as changed while their rows flash. */
export function noteChanged(ids: readonly string[]): void {
  for (const id of ids) {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id)
        put(new Set([...changed].filter((other) => other !== id)))
      }, MOTION.flash),
    )
  }
  put(new Set([...changed, ...ids]))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of recently changed alarms. */
export const useChangedAlarms = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => changed)
