import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs } from '../fields.ts'

const bytes = z.number().nonnegative()
const seconds = z.number().nonnegative()
const count = z.number().int().nonnegative()

/** The machine the process runs on. */
export const serverFigures = z.object({
  hostName: z.string(),
  /** OS name, release and architecture: `Linux 6.1.0 x64`. */
  os: z.string(),
  cpuModel: z.string(),
  cpuCount: count,
  /** Load average over 1, 5 and 15 minutes; 0 where the system has none. */
  load1: z.number(),
  load5: z.number(),
  load15: z.number(),
  memoryTotalBytes: bytes,
  /** Memory available to programs, including caches. */
  memoryFreeBytes: bytes,
  uptimeS: seconds,
})
export type ServerFigures = z.output<typeof serverFigures>

/** The responding process; other processes of the console have figures of their own. */
export const processFigures = z.object({
  nodeVersion: z.string(),
  pid: count,
  /** Role of the process: `all`, `web`, `ingest` or `jobs`. */
  role: z.string(),
  uptimeS: seconds,
  /** Total memory held. */
  rssBytes: bytes,
  heapUsedBytes: bytes,
  /** Heap limit, beyond which the process aborts. */
  heapLimitBytes: bytes,
  /** Event loop delay over the last seconds: 50th and 99th percentile. */
  loopDelayP50Ms: z.number().nonnegative(),
  loopDelayP99Ms: z.number().nonnegative(),
  /** CPU time / elapsed time over the last seconds: 1 = one core fully busy; more with several threads. */
  cpuShare: z.number().nonnegative(),
})
export type ProcessFigures = z.output<typeof processFigures>

/** The database, and this process's pool of connections to it. */
export const databaseFigures = z.object({
  /** PostgreSQL version: `18.0`. */
  version: z.string(),
  sizeBytes: bytes,
  /** Connections of the whole database server. */
  connections: count,
  maxConnections: count,
  poolInUse: count,
  poolIdle: count,
  /** Calls waiting for a connection. */
  poolWaiting: count,
  poolMax: count,
  /** Cache hit ratio 0–1 since statistics were last reset; null before the first block. */
  cacheHitShare: z.number().min(0).max(1).nullable(),
  /** Age of the oldest open transaction, excluding this one; null = none. */
  oldestTransactionS: seconds.nullable(),
})
export type DatabaseFigures = z.output<typeof databaseFigures>

/** A file system the server writes to. Field names as existing clients know them (contract/20 §21). */
export const diskRow = z.object({
  /** Purpose of the file system: `数据目录`. */
  name: z.string(),
  /** Capacity, bytes. */
  max: bytes,
  /** Free, bytes. */
  rest: bytes,
  /** Used, whole percent. */
  restPPT: z.number().int().min(0).max(100),
})
export type DiskRow = z.output<typeof diskRow>

/** A completed request of the console, without request data. */
export const seenRequest = z.object({
  /** Request id, as in the server log. */
  id: z.string(),
  atMs: epochMs,
  method: z.string(),
  /** Route pattern, never the URL: no ids, no query. */
  route: z.string(),
  /** HTTP status. */
  status: z.number().int(),
  durationMs: z.number().nonnegative(),
  /** Login name; null for calls without a session. */
  username: z.string().nullable(),
  /** Key of the error catalogue; null on success. Business failures have status 200. */
  failure: z.string().nullable(),
})
export type SeenRequest = z.output<typeof seenRequest>

/** Maximum number of listed requests. */
export const REQUESTS_SHOWN = 100

const access = 'system:monitor:view'

/**
 * 性能监控: one call per section, so that each fails separately. Successful calls of these are not listed among the
 * requests.
 */
export const monitorEndpoints = defineEndpoints({
  server: { method: 'GET', path: '/sys/monitor/server', access, result: serverFigures },
  process: { method: 'GET', path: '/sys/monitor/process', access, result: processFigures },
  database: { method: 'GET', path: '/sys/monitor/database', access, result: databaseFigures },
  disk: { method: 'GET', path: '/sys/monitor/disk', access, result: z.array(diskRow) },
  /** Newest first, as far as this process remembers. */
  requests: {
    method: 'GET',
    path: '/sys/monitor/requests',
    access,
    query: z.object({ failed: z.enum(['true', 'false']).optional().catch(undefined) }),
    result: z.array(seenRequest).max(REQUESTS_SHOWN),
  },
  /** The disks, for existing clients. */
  diskInfo: { method: 'GET', path: '/sys/actuator/redis/queryDiskInfo', access, result: z.array(diskRow) },
})
