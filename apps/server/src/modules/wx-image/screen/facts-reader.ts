import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../platform/thread.ts'
import type { PictureFacts } from './picture-facts.ts'

const THREAD = new URL('./facts-thread.ts', import.meta.url)
const MEMORY_MB = 128
const WITHIN_MS = 10_000

interface Answer {
  readonly id: number
  readonly facts?: PictureFacts
  readonly error?: string
}

/** Reads metadata of pictures in a thread that runs until `stop` and is replaced after a crash or timeout. */
export interface FactsReader {
  /** One picture at a time. Undefined when it takes too long or crashes the thread. */
  read(bytes: Buffer): Promise<PictureFacts | undefined>
  stop(): Promise<void>
}

export function createFactsReader(): FactsReader {
  let thread: Promise<Worker> | undefined
  let last = 0
  const stop = async () => {
    const held = await thread?.catch(() => undefined)
    thread = undefined
    await held?.terminate()
  }
  return {
    async read(bytes) {
      thread ??= startThread(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, stderr: true })
      const worker = await thread
      // An idle thread does not keep the process alive.
      worker.unref()
      const id = (last += 1)
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(WITHIN_MS)])
      try {
        const answered = once(worker, 'message', { signal })
        const ended = once(worker, 'exit', { signal }).then(() => {
          throw new Error('the thread ended')
        })
        // To a thread; the origin the rule asks for is that of a window.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id, bytes })
        const [answer] = (await Promise.race([answered, ended])) as [Answer]
        if (answer.id !== id || answer.facts === undefined) throw new Error(answer.error ?? 'answered out of turn')
        return answer.facts
      } catch {
        await stop()
        return undefined
      } finally {
        over.abort()
      }
    },
    stop,
  }
}
