import { setTimeout as pause } from 'node:timers/promises'

/** Cleanup takes about 100 ms. An unresponsive browser is not waited for: its journey is over. */
const WITHIN_MS = 30_000

/** Whether the work succeeded in time. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  const stopped = new AbortController()
  const limit = pause(WITHIN_MS, false, { signal: stopped.signal, ref: false }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true).catch(() => false), limit])
  } finally {
    stopped.abort()
  }
}
