import type { Log } from '../../../platform/logger.ts'

/** Runs a write at an interval, one at a time; a failure is logged and the next round tries again. */
export class WriteBehind {
  readonly #name: string
  readonly #log: Log
  readonly #write: () => Promise<void>
  readonly #intervalMs: () => number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = true

  /**
   * @param write must restore what it could not write.
   * @param intervalMs evaluated before each pause, so that it may depend on the load.
   */
  constructor(name: string, log: Log, write: () => Promise<void>, intervalMs: () => number) {
    this.#name = name
    this.#log = log
    this.#write = write
    this.#intervalMs = intervalMs
  }

  start(): void {
    this.#isStopped = false
    this.#schedule()
  }

  /** Writes now, after any write in progress. */
  flush(): Promise<void> {
    this.#running = this.#running.then(this.#write).catch((error: unknown) => {
      this.#log.warn({ err: error, part: this.#name }, 'write-behind failed; retrying')
    })
    return this.#running
  }

  /** Stops the timer and writes a last time. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.flush()
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.flush().then(() => this.#schedule()), this.#intervalMs())
  }
}
