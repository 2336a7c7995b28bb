import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to. */
function pending() {
  let end = (): void => undefined
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => done }
}

it('lets so many work at once, the others wait in order, and too many are refused', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 })
  const order: string[] = []
  const first = pending()
  const running = turns.take(() => first.work().then(() => order.push('first')))
  const waiting = turns.take(async () => order.push('second'))
  await expect(turns.take(async () => undefined)).rejects.toMatchObject({ code: 'request.too_many' })
  first.end()
  await Promise.all([running, waiting])
  expect(order).toEqual(['first', 'second'])
  expect(await turns.take(async () => 'free again')).toBe('free again')
})

it('a failure gives the place back', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 0 })
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(async () => 1)).toBe(1)
})
