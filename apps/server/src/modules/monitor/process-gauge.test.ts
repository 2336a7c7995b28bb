import { afterEach, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { type ProcessGauge, startProcessGauge } from './process-gauge.ts'

let gauge: ProcessGauge | undefined
afterEach(() => gauge?.stop())

const overTime = ({ cpuShare, loopDelayP50Ms, loopDelayP99Ms }: ReturnType<ProcessGauge['read']>) => ({
  cpuShare,
  loopDelayP50Ms,
  loopDelayP99Ms,
})

/** Keeps the CPU busy for the given CPU time. */
function work(cpuMs: number): void {
  const since = process.cpuUsage()
  while (process.cpuUsage(since).user < cpuMs * 1_000) Math.random()
}

it('has figures from the start, and later those of the last full window', () => {
  const clock = createManualClock(0)
  gauge = startProcessGauge(clock)
  expect(gauge.read()).toMatchObject({ pid: process.pid, nodeVersion: process.version })
  clock.advance(10_000)
  const first = overTime(gauge.read())
  // Work done since then belongs to the next window.
  for (const value of Object.values(first)) expect(value).toBeGreaterThanOrEqual(0)
  expect(overTime(gauge.read())).toEqual(first)
  work(5)
  clock.advance(10_000)
  expect(overTime(gauge.read()).cpuShare).not.toBe(first.cpuShare)
})

it('stops its timer', () => {
  const clock = createManualClock(0)
  gauge = startProcessGauge(clock)
  clock.advance(10_000)
  const { cpuShare } = gauge.read()
  gauge.stop()
  clock.advance(10_000)
  expect(gauge.read().cpuShare).toBe(cpuShare)
})
