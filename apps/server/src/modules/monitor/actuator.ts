import os from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { ActuatorMetric } from '@natim/contract/system/actuator'
import type { ProcessFigures, SeenRequest } from '@natim/contract/system/monitor'
import { readServer } from './server-figures.ts'

const MS_PER_S = 1_000

interface Figure {
  readonly description: string
  readonly baseUnit?: string
  readonly value: number
}

/**
 * By the names existing clients use. JVM memory is mapped to this process's memory, which is what their page wants to
 * show.
 */
function figuresOf(name: string, own: Omit<ProcessFigures, 'role'>, nowMs: number): Figure | undefined {
  switch (name) {
    case 'system.cpu.count':
      return { description: '处理器数量', value: readServer().cpuCount }
    case 'system.cpu.usage':
      return { description: '系统负载与处理器数量之比（最近一分钟）', value: cpuShare() }
    case 'process.cpu.usage':
      return { description: '进程的处理器使用率', value: Math.min(1, own.cpuShare / readServer().cpuCount) }
    case 'process.start.time':
      return { description: '进程启动时间', baseUnit: 'seconds', value: nowMs / MS_PER_S - own.uptimeS }
    case 'process.uptime':
      return { description: '进程运行时长', baseUnit: 'seconds', value: own.uptimeS }
    case 'jvm.memory.max':
      return { description: '进程的堆内存上限', baseUnit: 'bytes', value: own.heapLimitBytes }
    case 'jvm.memory.committed':
      return { description: '进程的堆内存', baseUnit: 'bytes', value: getHeapStatistics().total_heap_size }
    case 'jvm.memory.used':
      return { description: '进程已用的堆内存', baseUnit: 'bytes', value: own.heapUsedBytes }
    default:
      return /^(jvm|tomcat|system|process)\./.test(name) ? { description: '本服务没有此项指标', value: 0 } : undefined
  }
}

const cpuShare = () => Math.min(1, (os.loadavg()[0] ?? 0) / readServer().cpuCount)

/** Undefined for names no page of these clients requests. */
export function actuatorMetricOf(
  name: string,
  own: Omit<ProcessFigures, 'role'>,
  nowMs: number,
): ActuatorMetric | undefined {
  const figure = figuresOf(name, own, nowMs)
  if (figure === undefined) return undefined
  const { description, baseUnit = null, value } = figure
  // Pages that show a count and a total read two values of the same list.
  const measurements = ['VALUE', 'TOTAL'].map((statistic) => ({ statistic, value }))
  return { name, description, baseUnit, measurements, availableTags: [] }
}

export const traceOf = ({ atMs, method, route, status, durationMs }: SeenRequest) => ({
  timestamp: new Date(atMs).toISOString(),
  request: { method, uri: route },
  response: { status },
  timeTaken: Math.round(durationMs),
})

/** Replaces the information Redis would give. */
export const NO_REDIS = [
  { key: 'redis', value: '未使用', description: '本系统不使用 Redis，缓存在进程内存与数据库中，键数与内存恒为 0' },
] as const
