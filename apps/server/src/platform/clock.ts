/** Time and timers of a long-running component, replaceable in tests. */
export interface Clock {
  /** Wall clock, epoch ms. */
  readonly now: () => number
  /** Calls back about every `intervalMs` until the returned function is called. */
  readonly every: (intervalMs: number, callback: () => void) => () => void
}

/** The system clock. Its timers never keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs)
    timer.unref()
    return () => clearInterval(timer)
  },
}

export interface ManualClock extends Clock {
  /** Advances the time and runs every timer that falls due on the way, in order. */
  advance(ms: number): void
  /**
   * Advances the time as a machine does that was suspended: an overdue timer runs once, however many periods it missed.
   */
  leap(ms: number): void
}

/** A clock that advances only on request, for tests. */
export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs
  const timers = new Set<{ readonly intervalMs: number; dueMs: number; readonly callback: () => void }>()
  return {
    now: () => nowMs,
    every(intervalMs, callback) {
      const timer = { intervalMs, dueMs: nowMs + intervalMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)
        if (!next) break
        nowMs = next.dueMs
        next.dueMs += next.intervalMs
        next.callback()
      }
      nowMs = untilMs
    },
    leap(ms) {
      nowMs += ms
      for (const timer of timers) {
        if (timer.dueMs > nowMs) continue
        timer.dueMs = nowMs + timer.intervalMs
        timer.callback()
      }
    },
  }
}
