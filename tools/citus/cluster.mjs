import { startPrivatePostgres } from '../lib/private-postgres.mjs'

const WORKERS = 2
const FIRST_PORT = 5440

/**
 * A coordinator and two workers of a PostgreSQL that Citus is built into, on sockets of their own; they go with `stop`.
 *
 * @param {string} bin folder of initdb and postgres
 * @param {string} base folder for temporary files
 * @param {AbortSignal} signal no further node is started once it is aborted
 * @returns {Promise<{ url: string, workers: readonly { url: string, host: string, port: number }[], host: string, port: number, stop: () => Promise<void> }>}
 */
export async function startCluster(bin, base, signal) {
  /** @type {(Awaited<ReturnType<typeof startPrivatePostgres>> & { port: number })[]} */
  const nodes = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  try {
    for (let i = 0; i <= WORKERS; i++) {
      signal.throwIfAborted()
      const port = FIRST_PORT + i
      const settings = [
        `port=${port}`,
        'shared_preload_libraries=citus',
        'max_connections=300',
        'max_prepared_transactions=300',
        'citus.shard_count=4',
        // Row security of tenants reads a transaction setting, so it is propagated to the workers.
        'citus.propagate_set_commands=local',
        'citus.enable_create_database_propagation=off',
      ]
      nodes.push({ ...(await startPrivatePostgres(bin, base, settings)), port })
    }
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator, ...workers] = nodes.map(({ url, dir, port }) => ({ url: `${url}&port=${port}`, host: dir, port }))
  if (!coordinator) throw new Error('no coordinator')
  return { ...coordinator, workers, stop }
}
