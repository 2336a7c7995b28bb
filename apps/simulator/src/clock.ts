/** The simulated clock: starts anywhere and runs at any speed. */
export interface Clock {
  /** Epoch ms of the simulated network. */
  readonly nowMs: () => number
}

/** @param speed simulated seconds in a real one. */
export function createClock(fromMs: number, speed: number): Clock {
  const startedMs = performance.now()
  return { nowMs: () => fromMs + (performance.now() - startedMs) * speed }
}
