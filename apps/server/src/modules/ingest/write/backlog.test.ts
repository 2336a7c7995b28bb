import { expect, it } from 'vitest'
import { Backlog } from './backlog.ts'

it('is high from 80 % of the points until it falls to 60 %', () => {
  const backlog = new Backlog({ maxPoints: 100, maxMessages: 1_000 })
  const changes: boolean[] = []
  backlog.onChange((isHigh) => changes.push(isHigh))
  for (let i = 0; i < 79; i++) backlog.add(1)
  expect(changes).toEqual([])
  backlog.add(1)
  backlog.remove(10, 10)
  expect(changes).toEqual([true])
  backlog.remove(10, 10)
  expect(changes).toEqual([true, false])
})

it('counts messages too, and reports when it is full', () => {
  const backlog = new Backlog({ maxPoints: 1_000_000, maxMessages: 10 })
  for (let i = 0; i < 9; i++) backlog.add(1)
  expect([backlog.isHigh, backlog.isFull]).toEqual([true, false])
  backlog.add(1)
  expect(backlog.isFull).toBe(true)
})
