import type { Log } from '../logger.ts'
import { describeExit, type Postmaster } from './postmaster.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

export interface SupervisorHooks {
  readonly log: Log
  /** The server died unexpectedly. */
  readonly onDown?: ((reason: string) => void) | undefined
  /** It accepts connections again after a death. */
  readonly onUp?: (() => void) | undefined
}

/** Aborting the signal during a start makes it fail soon. */
export type StartPostmaster = (stopping: AbortSignal) => Promise<Postmaster>

export interface Supervisor {
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * Keeps a server running: after a death it is restarted, first at once and then with growing pauses up to 10 s. It
 * never gives up, since the cause, such as a full disk, may be fixed meanwhile.
 */
export function supervise(first: Postmaster, start: StartPostmaster, hooks: SupervisorHooks): Supervisor {
  const stopping = new AbortController()
  let current: Postmaster | undefined = first

  const keepRunning = async (): Promise<void> => {
    while (current) {
      const exit = await current.exited
      current = undefined
      if (stopping.signal.aborted) return
      hooks.log.error({ exit: describeExit(exit) }, 'PostgreSQL exited; restarting')
      hooks.onDown?.(describeExit(exit))
      current = await restart(start, hooks.log, stopping.signal)
      if (!current) return
      hooks.log.info({ pid: current.pid }, 'PostgreSQL is back')
      hooks.onUp?.()
    }
  }
  const finished = keepRunning()

  return {
    get pid() {
      return current?.pid
    },
    async stop() {
      stopping.abort()
      await current?.stop()
      await finished
    },
  }
}

/** Retries until it succeeds; undefined = stopped. A server that comes up after the stop is stopped again. */
async function restart(start: StartPostmaster, log: Log, stopping: AbortSignal): Promise<Postmaster | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const postmaster = await start(stopping)
      if (!stopping.aborted) return postmaster
      await postmaster.stop()
    } catch (error) {
      if (stopping.aborted) return undefined
      log.error({ err: error, pauseMs }, 'PostgreSQL failed to start; retrying')
      await pause(pauseMs, stopping)
    }
  }
  return undefined
}

/** Waits; returns early when stopped. */
function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopping.addEventListener('abort', end)
  })
}
