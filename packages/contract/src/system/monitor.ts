import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs } from '../fields.ts'

const bytes = z.number().nonnegative()
const seconds = z.number().nonnegative()
const count = z.number().int().nonnegative()

/** The machine the process runs on. */
export const serverFigures = z.object({
  hostName: z.string(),
  /** Kind, release and architecture: `Linux 6.1.0 x64`. */
  os: z.string(),
  cpuModel: z.string(),
  cpuCount: count,
  /** Processes running or waiting for a processor, mean of the last 1, 5 and 15 minutes; 0 where the system counts none. */
  load1: z.number(),
  load5: z.number(),
  load15: z.number(),
  memoryTotalBytes: bytes,
  /** What programs can still get, caches included. */
  memoryFreeBytes: bytes,
  uptimeS: seconds,
})
export type ServerFigures = z.output<typeof serverFigures>

/** The process that answers; others of the same console have figures of their own. */
export const processFigures = z.object({
  nodeVersion: z.string(),
  pid: count,
  /** Which half of the work it does: `all`, `web`, `ingest` or `jobs`. */
  role: z.string(),
  uptimeS: seconds,
  /** Memory it holds in all. */
  rssBytes: bytes,
  heapUsedBytes: bytes,
  /** Beyond it the process ends. */
  heapLimitBytes: bytes,
  /** How late the event loop runs its timers, over the last seconds: half of the time at most, and all but 1 % of it. */
  loopDelayP50Ms: z.number().nonnegative(),
  loopDelayP99Ms: z.number().nonnegative(),
  /** Processor time by time of the last seconds: 1 = one processor always busy; more with several threads. */
  cpuShare: z.number().nonnegative(),
})
export type ProcessFigures = z.output<typeof processFigures>

/** The database, and this process's pool of connections to it. */
export const databaseFigures = z.object({
  /** Of PostgreSQL: `18.0`. */
  version: z.string(),
  sizeBytes: bytes,
  /** Clients of the whole database server. */
  connections: count,
  maxConnections: count,
  poolInUse: count,
  poolIdle: count,
  /** Calls that wait for a connection. */
  poolWaiting: count,
  poolMax: count,
  /** Share 0–1 of blocks that were found in memory, since statistics were last reset; null before the first. */
  cacheHitShare: z.number().min(0).max(1).nullable(),
  /** Age of the oldest transaction that is open, without this one; null = none is. */
  oldestTransactionS: seconds.nullable(),
})
export type DatabaseFigures = z.output<typeof databaseFigures>

/** A file system the server writes to. Names as existing clients know them (contract/20 §21). */
export const diskRow = z.object({
  /** What lies there: `数据目录`. */
  name: z.string(),
  /** Bytes it holds. */
  max: bytes,
  /** Bytes left. */
  rest: bytes,
  /** Used, whole percent. */
  restPPT: z.number().int().min(0).max(100),
})
export type DiskRow = z.output<typeof diskRow>

/** A call of the console that was answered, without anything that was sent. */
export const seenRequest = z.object({
  /** As in the log of the server. */
  id: z.string(),
  atMs: epochMs,
  method: z.string(),
  /** Pattern of its route, never the address: no ids, no query. */
  route: z.string(),
  /** HTTP */
  status: z.number().int(),
  durationMs: z.number().nonnegative(),
  /** Login name; null of calls without a session. */
  username: z.string().nullable(),
  /** Entry of the error catalogue; null when it went well. Refusals of the business have status 200. */
  failure: z.string().nullable(),
})
export type SeenRequest = z.output<typeof seenRequest>

/** At most this many requests are listed. */
export const REQUESTS_SHOWN = 100

const access = 'system:monitor:view'

/** 性能监控: a call for each part, so that each fails by itself. Those that went well are not among the requests. */
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
