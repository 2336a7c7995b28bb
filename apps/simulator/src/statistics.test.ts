import { expect, it } from 'vitest'
import { createStatistics } from './statistics.ts'

it('counts messages and points separately', () => {
  const statistics = createStatistics()
  statistics.countSent(7)
  statistics.countSent(12)
  statistics.countAcked(7, 3)
  statistics.countDropped(5)
  expect(statistics.counts()).toMatchObject({ sent: 2, acked: 1, pointsSent: 19, pointsAcked: 7, dropped: 5 })
})

it('gives percentiles that are never below the true value and at most a tenth above it', () => {
  const statistics = createStatistics()
  for (let ms = 1; ms <= 1000; ms++) statistics.countAcked(1, ms)
  const { p50, p95, p99 } = statistics.counts().latencyMs
  for (const [figure, truth] of [
    [p50, 500],
    [p95, 950],
    [p99, 990],
  ] as const) {
    expect(figure).toBeGreaterThanOrEqual(truth)
    expect(figure).toBeLessThanOrEqual(truth * 1.1)
  }
})

it('has no latency before the first acknowledgement', () => {
  expect(createStatistics().counts().latencyMs).toEqual({ p50: 0, p95: 0, p99: 0 })
})
