import { expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'

/** Work that ends on request. */
function pending() {
  let end = (): void => undefined
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => done }
}

it('runs work up to the limit, queues further calls in order, and refuses those beyond the queue', async () => {
  const limiter = createLimiter({ atOnce: 1, waiting: 1 })
  const order: string[] = []
  const first = pending()
  const running = limiter.take(() => first.work().then(() => order.push('first')))
  const waiting = limiter.take(async () => order.push('second'))
  await expect(limiter.take(async () => undefined)).rejects.toMatchObject({ code: 'request.too_many' })
  first.end()
  await Promise.all([running, waiting])
  expect(order).toEqual(['first', 'second'])
  expect(await limiter.take(async () => 'free again')).toBe('free again')
})

it('releases the slot when the work fails', async () => {
  const limiter = createLimiter({ atOnce: 1, waiting: 0 })
  await expect(limiter.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limiter.take(async () => 1)).toBe(1)
})
