import type { LivePoint } from '@natim/contract/socket/live'

export interface LiveValues {
  /** Adds points; older ones than the current are ignored. Listeners run once per animation frame. */
  apply(points: readonly LivePoint[]): void
  get(channelNo: number): LivePoint | undefined
  /** `channelNo` undefined listens to every channel. */
  subscribe(channelNo: number | undefined, listener: () => void): () => void
}

/** Newest point by channel. `requestFrame` batches arrivals between two paints. */
export function createLiveValues(
  requestFrame: (work: () => void) => void = (work) => requestAnimationFrame(work),
): LiveValues {
  const points = new Map<number, LivePoint>()
  const listeners = new Map<number | undefined, Set<() => void>>()
  const changed = new Set<number>()
  let isScheduled = false

  const flush = () => {
    isScheduled = false
    const due = [...changed]
    changed.clear()
    for (const channelNo of due) for (const listener of listeners.get(channelNo) ?? []) listener()
    if (due.length > 0) for (const listener of listeners.get(undefined) ?? []) listener()
  }

  return {
    apply(incoming) {
      for (const point of incoming) {
        const known = points.get(point[0])
        if (known !== undefined && known[1] > point[1]) continue
        points.set(point[0], point)
        changed.add(point[0])
      }
      if (changed.size > 0 && !isScheduled) {
        isScheduled = true
        requestFrame(flush)
      }
    },
    get: (channelNo) => points.get(channelNo),
    subscribe(channelNo, listener) {
      const set = listeners.get(channelNo) ?? new Set()
      listeners.set(channelNo, set)
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
