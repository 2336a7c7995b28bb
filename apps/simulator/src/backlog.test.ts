import { expect, it } from 'vitest'
import { createBacklog } from './backlog.ts'
import type { Reading } from './payload.ts'

const reading = (tsMs: number): Reading => ({ tsMs, seqs: [1, 2, 3, 4], values: [1, 2, 3, 4] })

it('returns readings oldest first, in batches of at most 1 000 points', () => {
  const backlog = createBacklog(() => undefined)
  for (let second = 0; second < 600; second++) backlog.push(reading(second * 1000))
  const sizes: number[] = []
  const times: number[] = []
  for (let batch = backlog.take(); batch.length > 0; batch = backlog.take()) {
    sizes.push(batch.length * 4)
    times.push(...batch.map((row) => row.tsMs))
  }
  expect(sizes).toEqual([1000, 1000, 400])
  expect(times).toEqual(Array.from({ length: 600 }, (_, second) => second * 1000))
  expect(backlog.points()).toBe(0)
})

it('drops the oldest when memory is full and reports how many', () => {
  let dropped = 0
  const backlog = createBacklog((points) => {
    dropped += points
  })
  for (let second = 0; second < 1600; second++) backlog.push(reading(second * 1000))
  expect(backlog.points()).toBe(6000)
  expect(dropped).toBe(400)
  expect(backlog.take()[0]?.tsMs).toBe(100_000)
})
