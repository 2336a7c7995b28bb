import type { DemoNetwork } from '@natim/demo/network'
import {
  isDemoMissing,
  LOAD_CONNECTIONS,
  type LoadProgress,
  type LoadResult,
  loadDemoNetwork,
  startSimulator,
} from '../modules/demo/index.ts'
import type { Bus } from '../platform/bus.ts'
import type { Config } from '../platform/config.ts'
import { createFileStore } from '../platform/files/create-store.ts'
import type { Logger } from '../platform/logger.ts'
import { loadKey } from '../platform/seal/key-file.ts'
import { createSealer } from '../platform/seal/seal.ts'
import type { Connections, OpenConnections } from './database.ts'
import type { Lifecycle } from './lifecycle.ts'
import { createProgressLines } from './load-lines.ts'

export interface DemoParts {
  readonly config: Config
  readonly logger: Logger
  readonly lifecycle: Lifecycle
  readonly open: OpenConnections
  readonly bus: Bus
  /** Replaces the demonstration network in tests with a smaller one. */
  readonly demoNetwork?: DemoNetwork | undefined
}

export interface Demo {
  /**
   * Fills the empty database and reports progress on the terminal and to consoles. Undefined when there is nothing to
   * load. @throws the signal's reason
   */
  readonly load: ((signal: AbortSignal) => Promise<LoadResult | undefined>) | undefined
  /** Starts the simulated devices, once the broker listens. */
  run(mqttPort: number | null): void
}

/**
 * Progress is repeated this often, in case a message was lost; it also keeps the terminal bar moving at the same
 * percentage.
 */
const TELL_AGAIN_MS = 1_000

/** The demonstration network, loaded into an empty database only. Undefined when DEMO is off. */
export async function prepareDemo(parts: DemoParts): Promise<Demo | undefined> {
  const { config, logger, lifecycle, open } = parts
  if (!config.demoEnabled) return undefined
  const { dataDir } = config
  const connections: Connections = open('demo', { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 })
  const { pool } = connections
  return {
    load: (await isDemoMissing(pool)) ? (signal) => loadAloud(parts, connections, signal) : undefined,
    run(mqttPort) {
      const mqttUrl = mqttPort === null ? config.mqttUrl : `mqtt://${config.mqttHost}:${mqttPort}`
      if (mqttUrl === undefined) return
      const simulator = startSimulator({ pool, dataDir, mqttUrl, log: logger.of('simulator') })
      lifecycle.add('simulator', () => simulator.stop())
    },
  }
}

async function loadAloud(
  { config, logger, bus, demoNetwork: network }: DemoParts,
  { pool }: Connections,
  signal: AbortSignal,
): Promise<LoadResult | undefined> {
  const { dataDir, demoRawHours: rawHours } = config
  const lines = createProgressLines(process.stdout, () => performance.now())
  let progress: LoadProgress = { part: 'history', percent: 0 }
  const tell = () => {
    bus.publish('demoLoad', { percent: progress.percent })
    lines.show(progress)
  }
  const onProgress = (next: LoadProgress) => {
    progress = next
    tell()
  }
  tell()
  const again = setInterval(tell, TELL_AGAIN_MS)
  try {
    const result = await loadDemoNetwork(pool, {
      sealer: createSealer(() => loadKey(config)),
      dataDir,
      store: createFileStore(config),
      nowMs: Date.now(),
      rawHours,
      log: logger.of('demo'),
      onProgress,
      signal,
      ...(network === undefined ? {} : { network }),
    })
    // Reload the registers first, then report completion.
    bus.publish('registers', {})
    bus.publish('demoLoad', { percent: null })
    return result
  } finally {
    clearInterval(again)
    lines.end()
  }
}
