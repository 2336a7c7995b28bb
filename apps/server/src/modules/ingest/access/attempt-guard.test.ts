import { expect, it } from 'vitest'
import { AttemptGuard } from './attempt-guard.ts'

const MINUTE_MS = 60_000

function failTimes(guard: AttemptGuard, times: number, nowMs: number, address = '10.0.0.9'): boolean[] {
  return Array.from({ length: times }, () => guard.addFailure(address, nowMs))
}

it('blocks an address for 15 minutes at the tenth failure', () => {
  const guard = new AttemptGuard(10)
  expect(failTimes(guard, 9, 0)).toEqual(Array(9).fill(false))
  expect(guard.isBlocked('10.0.0.9', 0)).toBe(false)
  expect(guard.addFailure('10.0.0.9', 1)).toBe(true)
  expect(guard.isBlocked('10.0.0.9', 15 * MINUTE_MS)).toBe(true)
  expect(guard.isBlocked('10.0.0.9', 15 * MINUTE_MS + 2)).toBe(false)
  expect(guard.isBlocked('10.0.0.8', 1)).toBe(false)
})

it('forgets failures after five minutes', () => {
  const guard = new AttemptGuard(10)
  failTimes(guard, 9, 0)
  expect(guard.addFailure('10.0.0.9', 5 * MINUTE_MS)).toBe(false)
})

it('remembers ten thousand addresses and evicts the least recently active', () => {
  const guard = new AttemptGuard(10)
  failTimes(guard, 10, 0, 'first')
  failTimes(guard, 10, 0, 'second')
  for (let i = 0; i < 9_999; i++) guard.addFailure(`filler-${i}`, 0)
  expect(guard.isBlocked('first', 1)).toBe(false)
  expect(guard.isBlocked('second', 1)).toBe(true)
})
