import { setTimeout as pause } from 'node:timers/promises'

/** Tidying up takes some 100 ms. A browser that does not answer is not waited for: its journey is over. */
const WITHIN_MS = 30_000

/** Whether the work ended well and in time. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  const stopped = new AbortController()
  const limit = pause(WITHIN_MS, false, { signal: stopped.signal, ref: false }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true).catch(() => false), limit])
  } finally {
    stopped.abort()
  }
}
