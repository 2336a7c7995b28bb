// npm run db:distribute: distributes the telemetry of DATABASE_URL over the nodes of its Citus cluster (docs/scale.md).
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { distribute } from '../../apps/server/src/platform/db/distribute.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'

const { databaseUrl } = loadConfig(process.env)
if (databaseUrl === undefined) {
  process.stderr.write('✗ DATABASE_URL says which database: the coordinator of a Citus cluster\n')
  process.exitCode = 1
} else {
  await migrateToLatest(databaseUrl)
  const tables = await distribute(databaseUrl)
  process.stdout.write(tables.length === 0 ? 'Distributed already.\n' : `Distributed: ${tables.join(', ')}\n`)
}
