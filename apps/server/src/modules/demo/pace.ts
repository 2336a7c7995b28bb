import { setImmediate } from 'node:timers/promises'

/** Longest stretch of work without a turn for whoever else is served by this process. */
const STRETCH_MS = 8

/** How the loader goes along: told between channels, where nothing is half done. */
export interface Pace {
  /** Lets the process answer others. @throws the signal's reason once the load is to end. */
  breathe(): Promise<void>
  deviceDone(): void
}

/** The parts of a load work in turns on one thread: they share the stretch. */
export function createPace(signal: AbortSignal | undefined, deviceDone: () => void): Pace {
  let sinceMs = performance.now()
  return {
    deviceDone,
    async breathe() {
      signal?.throwIfAborted()
      if (performance.now() - sinceMs < STRETCH_MS) return
      await setImmediate()
      sinceMs = performance.now()
    },
  }
}
