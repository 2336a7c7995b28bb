import { AppError } from './errors.ts'

export interface Limiter {
  /** Does the work when it is its turn. @throws AppError `request.too_many` when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Lets heavy work of one kind happen only so many times at once, so that it never takes what everybody needs (security §8). */
export function createLimiter({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Limiter {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw new AppError('request.too_many', { retryAfterS: 5 })
        // Whoever ends hands their place over, so that nobody slips in between.
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
