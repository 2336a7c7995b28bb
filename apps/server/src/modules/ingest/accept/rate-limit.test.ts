import { describe, expect, it } from 'vitest'
import { DEFAULT_RATE_LIMITS, RateLimit } from './rate-limit.ts'

const take = (limit: RateLimit, times: number, nowMs: number) =>
  Array.from({ length: times }, () => limit.takeMessage(nowMs)).filter(Boolean).length

describe('RateLimit', () => {
  it('allows a burst of five seconds, then the steady rate', () => {
    const limit = new RateLimit(DEFAULT_RATE_LIMITS)
    expect(take(limit, 1_000, 0)).toBe(250)
    expect(take(limit, 1_000, 1_000)).toBe(50)
    expect(take(limit, 1_000, 60_000)).toBe(250)
  })

  it('counts points separately from messages, all or none of a message', () => {
    const limit = new RateLimit(DEFAULT_RATE_LIMITS)
    expect(limit.takePoints(5_000, 0)).toBe(true)
    expect(limit.takePoints(4_999, 0)).toBe(true)
    expect(limit.takePoints(2, 0)).toBe(false)
    expect(limit.takePoints(1, 0)).toBe(true)
    expect(limit.takePoints(2_000, 1_000)).toBe(true)
    expect(limit.takeMessage(1_000)).toBe(true)
  })

  it('accepts a message larger than a burst once the bucket is full', () => {
    const limit = new RateLimit({ messagesPerS: 10, pointsPerS: 100 })
    expect(limit.takePoints(5_000, 0)).toBe(true)
    expect(limit.takePoints(1, 1_000)).toBe(false)
  })

  it('delays later messages after charged work', () => {
    const limit = new RateLimit(DEFAULT_RATE_LIMITS)
    limit.takeMessage(0)
    limit.charge(300)
    expect(limit.takeMessage(0)).toBe(false)
    expect(limit.takeMessage(2_000)).toBe(true)
  })

  it('does not refill when the clock steps back', () => {
    const limit = new RateLimit(DEFAULT_RATE_LIMITS)
    expect(take(limit, 250, 10_000)).toBe(250)
    expect(limit.takeMessage(0)).toBe(false)
  })
})
