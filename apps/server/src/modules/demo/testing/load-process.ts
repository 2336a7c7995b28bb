import { createLogger } from '../../../platform/logger.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { LOAD_CONNECTIONS, loadBareNetwork, loadDemoNetwork } from '../load-demo.ts'
import { smallNetwork, tinyNetwork } from './small-network.ts'

/**
 * Loads in a separate process that tests kill, the tiny network bare or the small one whole: `connectionString dataDir
 * nowMs extent`.
 */
const [connectionString = '', dataDir = '', nowMs = '', extent] = process.argv.slice(2)
const [load, network] = extent === 'whole' ? [loadDemoNetwork, smallNetwork()] : [loadBareNetwork, tinyNetwork()]
await load(createTestPool(connectionString, { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 }), {
  dataDir,
  nowMs: Number(nowMs),
  network,
  log: createLogger({ logLevel: 'silent' }).of('demo'),
})
