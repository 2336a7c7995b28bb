import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs } from '../fields.ts'

const access = 'system:monitor:view'

/** One metric in the format of Spring's actuator. */
export const actuatorMetric = z.object({
  name: z.string(),
  description: z.string(),
  /** `seconds`, `bytes`; null = a plain number. */
  baseUnit: z.string().nullable(),
  /** Pages read one value, or the count followed by the total. */
  measurements: z.array(z.object({ statistic: z.string(), value: z.number() })).min(2),
  availableTags: z.array(z.never()),
})
export type ActuatorMetric = z.output<typeof actuatorMetric>

/**
 * The monitor pages of existing clients (contract/20 §21), except the disks. There is no Redis and no JVM behind them.
 */
export const actuatorEndpoints = defineEndpoints({
  redisInfo: {
    method: 'GET',
    path: '/sys/actuator/redis/info',
    access,
    result: z.array(z.object({ key: z.string(), value: z.string(), description: z.string() })),
  },
  redisKeys: {
    method: 'GET',
    path: '/sys/actuator/redis/keysSize',
    access,
    wire: 'bare',
    result: z.object({ create_time: epochMs, dbSize: z.number().int() }),
  },
  redisMemory: {
    method: 'GET',
    path: '/sys/actuator/redis/memoryInfo',
    access,
    wire: 'bare',
    result: z.object({ create_time: epochMs, used_memory: z.number().int() }),
  },
  /** Metrics of the machine and of this process; JVM and Tomcat names return zeros, others are unknown. */
  metric: {
    method: 'GET',
    path: '/actuator/metrics/:name',
    access,
    wire: 'bare',
    params: z.object({ name: z.string().max(100) }),
    result: actuatorMetric,
  },
  /** The newest calls remembered by this process: routes instead of URLs, and no request data. */
  trace: {
    method: 'GET',
    path: '/actuator/httptrace',
    access,
    wire: 'bare',
    result: z.object({
      traces: z.array(
        z.object({
          timestamp: z.string(),
          request: z.object({ method: z.string(), uri: z.string() }),
          response: z.object({ status: z.number().int() }),
          /** milliseconds */
          timeTaken: z.number(),
        }),
      ),
    }),
  },
})
