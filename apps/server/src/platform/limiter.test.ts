import { expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'

/** Work that ends when it is told to. */
function pending() {
  let end = (): void => undefined
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => done }
}

it('lets so many work at once, the others wait in order, and too many are refused', async () => {
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

it('a failure gives the place back', async () => {
  const limiter = createLimiter({ atOnce: 1, waiting: 0 })
  await expect(limiter.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limiter.take(async () => 1)).toBe(1)
})
