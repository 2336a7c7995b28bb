import { expect, test } from 'vitest'
import { createManualClock, systemClock } from './clock.ts'

test('a manual clock runs its timers in order, each at its own time, and skips cancelled ones', () => {
  const clock = createManualClock(100)
  const calls: [string, number][] = []
  const end = clock.every(30, () => calls.push(['a', clock.now()]))
  clock.every(50, () => calls.push(['b', clock.now()]))
  clock.advance(100)
  expect(calls).toEqual([
    ['a', 130],
    ['b', 150],
    ['a', 160],
    ['a', 190],
    ['b', 200],
  ])
  end()
  clock.advance(50)
  expect(calls.at(-1)).toEqual(['b', 250])
  expect(clock.now()).toBe(250)
})

test('a manual clock that leaps runs each overdue timer once and continues from there', () => {
  const clock = createManualClock(100)
  const calls: [string, number][] = []
  clock.every(30, () => calls.push(['a', clock.now()]))
  clock.every(500, () => calls.push(['b', clock.now()]))
  clock.leap(100)
  expect(calls).toEqual([['a', 200]])
  clock.advance(30)
  expect(calls).toEqual([
    ['a', 200],
    ['a', 230],
  ])
})

test('the system clock returns the time and calls back until cancelled', async () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  let calls = 0
  // Timers of the clock do not keep the process alive: this promise does until the third call.
  await new Promise<void>((resolve) => {
    const keepAlive = setInterval(() => undefined, 1_000)
    const end = systemClock.every(1, () => {
      calls += 1
      if (calls < 3) return
      end()
      clearInterval(keepAlive)
      resolve()
    })
  })
  expect(calls).toBe(3)
})
