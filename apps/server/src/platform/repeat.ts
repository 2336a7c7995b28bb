import type { Clock } from './clock.ts'
import type { Log } from './logger.ts'

export interface Repeated {
  /** Runs now, or waits for the run in flight. Never rejects: failures are logged. */
  look(): Promise<void>
  /** Starts no further run; aborts the one in flight through its signal and waits for it. */
  stop(): Promise<void>
}

interface RepeatOptions {
  readonly clock: Clock
  readonly everyMs: number
  readonly log: Log
  /** Log message when a run fails; the next run retries. */
  readonly failure: string
}

/** Repeats work, one run at a time: a run that takes longer than the interval is not started twice. */
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

  // Cleared asynchronously, even when the work fails synchronously.
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
