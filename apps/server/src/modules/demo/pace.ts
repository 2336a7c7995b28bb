import { setImmediate } from 'node:timers/promises'

/** Longest slice of work before yielding to the event loop. */
const STRETCH_MS = 8

/** Pacing of the loader; called between channels, where nothing is half done. */
export interface Pace {
  /** Yields to the event loop. @throws the signal's reason when the load is aborted. */
  breathe(): Promise<void>
  deviceDone(): void
}

/** The parts of a load alternate on one thread and share the slice. */
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
