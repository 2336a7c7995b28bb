interface Timer {
  readonly dueMs: number
  readonly work: () => void
}

/** A clock that stands until the test moves it: real sockets under it stay real. */
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
    /** Moves on and runs what falls due, in its order. */
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
    /** Timers that are set, as ms from now. */
    pending: (): readonly number[] => [...timers.values()].map(({ dueMs }) => dueMs - nowMs),
  }
}
