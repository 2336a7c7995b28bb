interface Timer {
  readonly dueMs: number
  readonly work: () => void
}

/** A clock that only moves when the test advances it; real sockets keep working. */
export function createHandClock() {
  const timers = new Map<number, Timer>()
  let nowMs = 0
  let serial = 0
  return {
    setTimer(work: () => void, ms: number): number {
      serial += 1
      timers.set(serial, { dueMs: nowMs + ms, work })
      return serial
    },
    clearTimer(timer: number): void {
      timers.delete(timer)
    },
    /** Advances the clock and runs due timers in order. */
    advance(ms: number): void {
      const untilMs = nowMs + ms
      for (;;) {
        const [next] = [...timers]
          .filter(([, { dueMs }]) => dueMs <= untilMs)
          .toSorted(([, a], [, b]) => a.dueMs - b.dueMs)
        if (next === undefined) break
        const [serialNo, timer] = next
        timers.delete(serialNo)
        nowMs = timer.dueMs
        timer.work()
      }
      nowMs = untilMs
    },
    /** Pending timers, as ms from now. */
    pending: (): readonly number[] => [...timers.values()].map(({ dueMs }) => dueMs - nowMs),
  }
}
