import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { createFirstAdmin } from './db/seeds/first-admin.ts'
import { seed } from './db/seeds/seed.ts'
import { startRollupWorker } from './modules/rollup/index.ts'
import { hashPassword } from './modules/session/index.ts'
import { type Bus, createLocalBus } from './platform/bus.ts'
import type { Config } from './platform/config.ts'
import { createDb } from './platform/db/db.ts'
import { migrateToLatest } from './platform/db/migrate.ts'
import { createPool } from './platform/db/pool.ts'
import type { Logger } from './platform/logger.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { writeRuntime } from './platform/runtime-file.ts'

/** What was started, in order; `stop` undoes it in reverse. */
interface Closers {
  add(name: string, close: () => Promise<unknown>): void
}

export interface RunningServer {
  /** Address of the console. */
  readonly url: string
  stop(): Promise<void>
}

const WEB_POOL = { max: 10, statementTimeoutMs: 10_000 }

/** Composes the parts a role needs: database, bus, ingest, jobs, console. Any failure stops what already runs. */
export async function startServer(config: Config, logger: Logger, aborted: AbortSignal): Promise<RunningServer> {
  const log = logger.of('app')
  const closers: { name: string; close: () => Promise<unknown> }[] = []
  const stop = async () => {
    for (const { name, close } of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error, part: name }, 'part did not stop cleanly'))
    }
  }
  const add: Closers['add'] = (name, close) => closers.push({ name, close })
  try {
    const url = await compose(config, logger, aborted, { add })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function compose(config: Config, logger: Logger, aborted: AbortSignal, closers: Closers): Promise<string> {
  await mkdir(config.dataDir, { recursive: true })
  const connectionString = await openDatabase(config, logger, closers)
  aborted.throwIfAborted()
  await migrateToLatest(connectionString)

  const pool = createPool({ connectionString, applicationName: 'natim-web', ...WEB_POOL }, (error) =>
    logger.of('database').warn({ err: error }, 'idle connection lost'),
  )
  const db = createDb(pool)
  closers.add('database pool', () => db.destroy())
  await seed(db)
  const admin = await createFirstAdmin(db, { dataDir: config.dataDir, password: config.adminPassword, hashPassword })
  const bus = openBus(logger, closers)

  const rollups = startRollupWorker({ db, log: logger.of('rollup') })
  closers.add('rollups', () => rollups.stop())

  const app = await buildApp({ config, logger, db, bus, mqttPort: () => null })
  closers.add('web server', () => app.close())
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  await writeRuntime(config.dataDir, { pid: process.pid, url, port })
  greet(logger, url, admin)
  return url
}

async function openDatabase(config: Config, logger: Logger, closers: Closers): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: logger.of('postgres') })
  closers.add('embedded PostgreSQL', () => postgres.stop())
  return postgres.connectionString
}

function openBus(logger: Logger, closers: Closers): Bus {
  const bus = createLocalBus((error) => logger.of('app').error({ err: error }, 'bus handler failed'))
  closers.add('bus', () => bus.close())
  return bus
}

/** The first screen of `npm start`: where to go and who may sign in. */
function greet(logger: Logger, url: string, admin: Awaited<ReturnType<typeof createFirstAdmin>>): void {
  logger.of('app').info({ url }, 'console ready')
  const lines = ['', `  NATIM 控制台  ${url}`]
  if (admin?.generated) {
    lines.push(`  首个管理员    ${admin.username} / ${admin.generated.password}`)
    lines.push(`                （仅显示一次，保存于 ${admin.generated.file}）`)
  } else if (admin) {
    lines.push(`  首个管理员    ${admin.username}（密码取自 ADMIN_PASSWORD）`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
