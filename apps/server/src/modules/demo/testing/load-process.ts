import { createLogger } from '../../../platform/logger.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { LOAD_CONNECTIONS, loadBareNetwork, loadDemoNetwork } from '../load-demo.ts'
import { smallNetwork } from './small-network.ts'

/** Loads the small network in a process of its own, to be killed: `connectionString dataDir nowMs [whole]`. */
const [connectionString = '', dataDir = '', nowMs = '', extent] = process.argv.slice(2)
const load = extent === 'whole' ? loadDemoNetwork : loadBareNetwork
await load(createTestPool(connectionString, { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 }), {
  dataDir,
  nowMs: Number(nowMs),
  network: smallNetwork(),
  log: createLogger({ logLevel: 'silent' }).of('demo'),
})
