import type { Registry } from 'prom-client'
import type { Ingest } from './modules/ingest/index.ts'
import type { Bus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import type { Connections, PoolCounts } from './platform/db/pool.ts'
import type { Logger } from './platform/logger.ts'
import type { SmsSender } from './platform/sms.ts'

/** Where the process is in its life: only a running one is ready. */
export type Phase = 'starting' | 'running' | 'stopping'

/** What the web half needs from the process around it. */
export interface AppDeps {
  readonly config: Config
  readonly logger: Logger
  readonly db: Db
  /** The pool below {@link db}. */
  readonly pool: PoolCounts & Connections
  readonly bus: Bus
  /** Port of the embedded broker; null while it does not listen or an external one is used. */
  readonly mqttPort: () => number | null
  /** Takes device messages over HTTP, where this process ingests. */
  readonly ingest?: Ingest['http'] | undefined
  /** Serves the console too; without it the process answers its health and its devices only. */
  readonly hasConsole?: boolean
  readonly registry?: Registry
  readonly phase?: () => Phase
  readonly clock?: Clock
  /** Takes the place of the sender the configuration names. */
  readonly smsSender?: SmsSender | undefined
  /** Check answers against their schemas: development and tests. */
  readonly checkAnswers?: boolean
}
