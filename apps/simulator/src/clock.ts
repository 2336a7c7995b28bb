/** The simulated clock: starts anywhere and runs at any speed. */
export interface Clock {
  /** Current simulated time, epoch ms. */
  readonly nowMs: () => number
}

/** @param speed simulated seconds per real second. */
export function createClock(fromMs: number, speed: number): Clock {
  const startedMs = performance.now()
  return { nowMs: () => fromMs + (performance.now() - startedMs) * speed }
}
