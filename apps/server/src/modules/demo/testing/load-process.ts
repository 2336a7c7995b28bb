import { smallNetwork } from './small-network.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { LOAD_CONNECTIONS, loadDemoNetwork } from '../load-demo.ts'

/**
 * Loads the small network in a process of its own, to be killed: `connectionString dataDir nowMs part`. It says so when
 * it comes to the part and goes no further.
 */
const [connectionString = '', dataDir = '', nowMs = '', stopAt = ''] = process.argv.slice(2)
await loadDemoNetwork(createTestPool(connectionString, { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 }), {
  dataDir,
  nowMs: Number(nowMs),
  network: smallNetwork(),
  log: createLogger({ logLevel: 'silent' }).of('demo'),
  onProgress({ part, percent }) {
    if (part !== stopAt || (part === 'history' && percent < 40)) return
    process.stdout.write('here\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
