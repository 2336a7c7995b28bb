import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createMessageGuard } from './message-guard.ts'

test('allows a burst of twenty messages, then twenty a second', () => {
  const clock = createManualClock(0)
  const guard = createMessageGuard(clock.now)
  const admitted = (count: number) => Array.from({ length: count }, () => guard.admit()).filter(Boolean).length
  expect(admitted(20)).toBe(20)
  clock.advance(50)
  expect(guard.admit()).toBe(true)
  clock.advance(60_000)
  expect(admitted(20)).toBe(20)
  expect(guard.admit()).toBe(false)
})

test('tolerates five malformed messages a minute', () => {
  const clock = createManualClock(0)
  const guard = createMessageGuard(clock.now)
  for (let n = 0; n < 5; n++) expect(guard.forgive()).toBe(true)
  expect(guard.forgive()).toBe(false)
  clock.advance(60_000)
  expect(guard.forgive()).toBe(true)
})
