import { once } from 'node:events'
import { AppError, errorDetailsOf } from '../../../platform/errors.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import { startThread } from '../../../platform/thread.ts'
import { SHAPE_REFUSALS, type ShapeAnswer, type ShapeRefusal } from './shape-messages.ts'

const THREAD = new URL('./shape-thread.ts', import.meta.url)
const MEMORY_MB = 256
const WITHIN_MS = 10_000

const limiter = createLimiter({ atOnce: 1, waiting: 8 })

const refused = (reason: ShapeRefusal, cause?: unknown) =>
  new AppError('sat.shape', { data: { reason: SHAPE_REFUSALS[reason] }, ...(cause !== undefined && { cause }) })

/** The area of a zipped shapefile. @throws AppError sat.shape; `request.too_many` when too many wait */
export function readShape(bytes: Uint8Array): Promise<Extract<ShapeAnswer, { kind: 'area' }>> {
  return limiter.take(async () => {
    const worker = await startThread(THREAD, {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stderr: true,
    })
    try {
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) })) as [ShapeAnswer]
      if (answer.kind === 'refused') throw refused(answer.reason)
      return answer
    } catch (error) {
      if (error instanceof AppError) throw error
      // Out of memory or time: the content is larger than declared.
      throw refused(errorDetailsOf(error).name === 'AbortError' ? 'slow' : 'too_large', error)
    } finally {
      await worker.terminate()
    }
  })
}
