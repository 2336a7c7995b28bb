import type { Clock } from './clock.ts'
import type { Log } from './logger.ts'

export interface Repeated {
  /** Looks now, or waits for the look that is under way. Never fails: what went wrong is in the log. */
  look(): Promise<void>
  /** No further look; the one under way is told by its signal, and waited for. */
  stop(): Promise<void>
}

interface RepeatOptions {
  readonly clock: Clock
  readonly everyMs: number
  readonly log: Log
  /** What the log says when a look fails; the next one tries again. */
  readonly failure: string
}

/** Looks at the same work again and again, one look at a time: one that takes longer than the pause is not begun twice. */
export function repeat(
  { clock, everyMs, log, failure }: RepeatOptions,
  work: (signal: AbortSignal) => Promise<unknown>,
): Repeated {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function once(): Promise<void> {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, failure)
    }
  }

  // Forgotten in a turn of its own, also where the work fails before it waits for anything.
  const look = () =>
    (running ??= (stopping.signal.aborted ? Promise.resolve() : once()).finally(() => {
      running = undefined
    }))
  const stopTimer = clock.every(everyMs, () => void look())
  return {
    look,
    async stop() {
      stopping.abort()
      stopTimer()
      await running
    },
  }
}
