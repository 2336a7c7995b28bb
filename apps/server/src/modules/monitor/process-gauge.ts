import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { ProcessFigures } from '@natim/contract/system/monitor'
import type { Clock } from '../../platform/clock.ts'

const WINDOW_MS = 10_000
const RESOLUTION_MS = 20
const MICROSECONDS_PER_MS = 1_000
const NANOSECONDS_PER_MS = 1e6

type Window = Pick<ProcessFigures, 'loopDelayP50Ms' | 'loopDelayP99Ms' | 'cpuShare'>

export interface ProcessGauge {
  /** Rates are those of the last full ten seconds. */
  read(): Omit<ProcessFigures, 'role'>
  stop(): void
}

/** Watches this process. */
export function startProcessGauge(clock: Pick<Clock, 'every'>): ProcessGauge {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let sinceMs = performance.now()
  let cpu = process.cpuUsage()
  let last: Window | undefined

  // The histogram records whole timer intervals, which include its resolution.
  const lateMs = (percentile: number) => Math.max(0, delay.percentile(percentile) / NANOSECONDS_PER_MS - RESOLUTION_MS)

  function look(): Window {
    const { user, system } = process.cpuUsage(cpu)
    const busyMs = (user + system) / MICROSECONDS_PER_MS
    return {
      loopDelayP50Ms: lateMs(50),
      loopDelayP99Ms: lateMs(99),
      cpuShare: busyMs / Math.max(1, performance.now() - sinceMs),
    }
  }

  const stopTimer = clock.every(WINDOW_MS, () => {
    last = look()
    delay.reset()
    sinceMs = performance.now()
    cpu = process.cpuUsage()
  })

  return {
    read: () => ({
      nodeVersion: process.version,
      pid: process.pid,
      uptimeS: process.uptime(),
      ...memory(),
      ...(last ?? look()),
    }),
    stop() {
      stopTimer()
      delay.disable()
    },
  }
}

function memory() {
  const { rss, heapUsed } = process.memoryUsage()
  return { rssBytes: rss, heapUsedBytes: heapUsed, heapLimitBytes: getHeapStatistics().heap_size_limit }
}
