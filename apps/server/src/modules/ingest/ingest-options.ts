import type { Registry } from 'prom-client'
import type { Bus } from '../../platform/bus.ts'
import type { Config, Retention } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/logger.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from './accept/rate-limit.ts'
import { type BacklogLimits, DEFAULT_BACKLOG } from './write/backlog.ts'
import { DEFAULT_WRITER, type WriterOptions } from './write/shard-writer.ts'

/** Settings that differ between field operation, benches and backfills. */
export interface IngestOptions {
  readonly rateLimits: RateLimits
  readonly backlog: BacklogLimits
  readonly writer: WriterOptions
  /** Maximum transactions in flight; a device always has the same writer. */
  readonly writers: number
}

export const DEFAULT_OPTIONS: IngestOptions = {
  rateLimits: DEFAULT_RATE_LIMITS,
  backlog: DEFAULT_BACKLOG,
  writer: DEFAULT_WRITER,
  writers: 2,
}

export interface IngestDeps {
  /** Connections for writers and maintenance: at least 6. */
  readonly pool: Pool
  /** Over the same pool or another one. */
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly registry: Registry
  readonly config: Pick<Config, 'mqttHost' | 'mqttPort' | 'mqttUrl' | 'mqttShared'>
  /** Retention of stored data; older samples are refused. */
  readonly retention?: Retention
  readonly options?: Partial<IngestOptions>
  /** Wall clock, epoch ms. */
  readonly now?: () => number
  /** Monotonic, ms. */
  readonly clock?: () => number
}

export interface IngestStats {
  /** Authenticated MQTT clients. */
  readonly connections: number
  /** Accepted but not yet durable. */
  readonly queuedPoints: number
  readonly storedPoints: number
  readonly isDatabaseUp: boolean
}
