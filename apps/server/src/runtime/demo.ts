import { LOAD_CONNECTIONS, loadDemoNetwork, startSimulator } from '../modules/demo/index.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/logger.ts'
import type { Connections, OpenConnections } from './database.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface DemoParts {
  readonly config: Config
  readonly logger: Logger
  readonly lifecycle: Lifecycle
  readonly open: OpenConnections
}

export interface Demo {
  /** Lets the demonstration devices report to the broker, once it listens. */
  run(mqttPort: number | null): void
}

/** Fills an empty database with the demonstration network and leaves any other alone. Undefined when DEMO is off. */
export async function prepareDemo({ config, logger, lifecycle, open }: DemoParts): Promise<Demo | undefined> {
  if (!config.demoEnabled) return undefined
  const { dataDir, demoRawHours: rawHours } = config
  const { pool }: Connections = open('demo', { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 })
  await loadDemoNetwork(pool, { dataDir, nowMs: Date.now(), rawHours, log: logger.of('demo') })
  return {
    run(mqttPort) {
      const mqttUrl = mqttPort === null ? config.mqttUrl : `mqtt://${config.mqttHost}:${mqttPort}`
      if (mqttUrl === undefined) return
      const simulator = startSimulator({ pool, dataDir, mqttUrl, log: logger.of('simulator') })
      lifecycle.add('simulator', () => simulator.stop())
    },
  }
}
