import { distribute } from '../platform/db/distribute.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { databaseUrl, withClient } from './database-url.ts'

/** A node of the cluster started by `npm run test:citus`. */
interface Node {
  readonly url: string
  readonly host: string
  readonly port: number
}

/** TEST_CITUS: the coordinator, then the workers; empty when tests run on plain PostgreSQL. */
const NODES = JSON.parse(process.env['TEST_CITUS'] ?? '[]') as Node[]

export const isOnCitus = NODES.length > 0

/** URLs of the worker nodes. */
export const workerUrls = NODES.slice(1).map(({ url }) => url)

/** Creates a migrated database distributed over the cluster. */
export async function createDistributedTemplate(
  name: string,
  migrate: (url: string) => Promise<unknown> = migrateToLatest,
): Promise<void> {
  const [coordinator, ...workers] = NODES
  if (!coordinator) return
  for (const { url } of NODES) {
    await withClient(url, (client) => client.query(`create database ${name}`))
    await withClient(databaseUrl(url, name), (client) => client.query('create extension citus'))
  }
  const url = databaseUrl(coordinator.url, name)
  await withClient(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
  await migrate(url)
  await distribute(url)
}

/** Citus keeps a connection to each of its databases; a template must have none. */
export async function releaseTemplate(name: string): Promise<void> {
  for (const { url } of NODES) {
    await withClient(url, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
    )
  }
}
