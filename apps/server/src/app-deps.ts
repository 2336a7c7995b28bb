import type { Ingest } from './modules/ingest/index.ts'
import type { Bus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import type { Logger } from './platform/logger.ts'

/** What the web half needs from the process around it. */
export interface AppDeps {
  readonly config: Config
  readonly logger: Logger
  readonly db: Db
  readonly bus: Bus
  /** Port of the embedded broker; null while it does not listen or an external one is used. */
  readonly mqttPort: () => number | null
  /** Takes device messages over HTTP, where this process ingests. */
  readonly ingest?: Ingest['http'] | undefined
  readonly clock?: Clock
  /** Check answers against their schemas: development and tests. */
  readonly checkAnswers?: boolean
}
