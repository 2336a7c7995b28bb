import { AppError } from './errors.ts'

export interface Limiter {
  /** Runs the work when a slot is free. @throws AppError `request.too_many` when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Bounds how much heavy work of one kind runs concurrently, so that it never starves everything else (security §8). */
export function createLimiter({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Limiter {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw new AppError('request.too_many', { retryAfterS: 5 })
        // A finished call hands its slot directly to the next, so that no other call takes it in between.
        await new Promise<void>((start) => queue.push(start))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
