import type { Registry } from 'prom-client'
import type { Ingest } from './modules/ingest/index.ts'
import type { Bus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import type { Connections, PoolCounts } from './platform/db/pool.ts'
import type { Logger } from './platform/logger.ts'
import type { SmsSender } from './platform/sms.ts'

/** Phase of the process: only a running one is ready. */
export type Phase = 'starting' | 'running' | 'stopping'

/** Dependencies of the web part. */
export interface AppDeps {
  readonly config: Config
  readonly logger: Logger
  readonly db: Db
  /** The pool below {@link db}. */
  readonly pool: PoolCounts & Connections
  readonly bus: Bus
  /** Port of the embedded broker; null while it does not listen or an external one is used. */
  readonly mqttPort: () => number | null
  /** Ingest over HTTP, in processes that ingest. */
  readonly ingest?: Ingest['http'] | undefined
  /** Also serves the console; otherwise only health and ingest calls. */
  readonly hasConsole?: boolean
  readonly registry?: Registry
  readonly phase?: () => Phase
  readonly clock?: Clock
  /** Replaces the configured sender. */
  readonly smsSender?: SmsSender | undefined
  /** Validate responses against their schemas: development and tests. */
  readonly checkAnswers?: boolean
}
