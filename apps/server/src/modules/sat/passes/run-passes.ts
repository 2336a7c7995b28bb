import { once } from 'node:events'
import { AppError } from '../../../platform/errors.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import { startThread } from '../../../platform/thread.ts'
import type { PassAnswer, PassOrder } from './pass-order.ts'

const THREAD = new URL('./pass-thread.ts', import.meta.url)
const MEMORY_MB = 256
const WITHIN_MS = 30_000

/** Concurrent threads and waiting requests. */
const limiter = createLimiter({ atOnce: 1, waiting: 8 })

/**
 * Computes passes over an area in a thread that ends with the result, or when the caller disconnects.
 *
 * @throws AppError `sat.passes_slow`; `request.too_many` when too many wait; the reason of `signal` when aborted
 */
export function runPasses(order: PassOrder, signal?: AbortSignal): Promise<PassAnswer> {
  return limiter.take(async () => {
    signal?.throwIfAborted()
    const worker = await startThread(THREAD, {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stderr: true,
    })
    const deadline = AbortSignal.timeout(WITHIN_MS)
    try {
      const [answer] = (await once(worker, 'message', {
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })) as [PassAnswer]
      return answer
    } catch (error) {
      if (deadline.aborted) throw new AppError('sat.passes_slow', { cause: error })
      throw error
    } finally {
      await worker.terminate()
    }
  })
}
