import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import type { Phase } from './app-deps.ts'
import { createFirstAdmin, type FirstAdmin } from './db/seeds/first-admin.ts'
import { seed } from './db/seeds/seed.ts'
import { startAuditSealer } from './modules/audit/index.ts'
import { createIngest, type Ingest } from './modules/ingest/index.ts'
import { startJobRunner } from './modules/job/index.ts'
import { startRollupWorker } from './modules/rollup/index.ts'
import { hashPassword } from './modules/session/index.ts'
import type { Bus } from './platform/bus.ts'
import type { Config } from './platform/config.ts'
import { createBus } from './platform/create-bus.ts'
import type { Logger } from './platform/logger.ts'
import { createMetrics, startMetricsServer } from './platform/metrics.ts'
import { writeRuntime } from './platform/runtime-file.ts'
import { loadKey } from './platform/seal/key-file.ts'
import { type OpenConnections, openDatabase } from './runtime/database.ts'
import { prepareDemo } from './runtime/demo.ts'
import { greeting } from './runtime/greeting.ts'
import { createLifecycle, type Lifecycle } from './runtime/lifecycle.ts'
import { startUpkeep } from './runtime/upkeep.ts'

export interface RunningServer {
  /** Address of the console. */
  readonly url: string
  stop(): Promise<void>
}

/** What a process does besides answering calls. */
const ROLES = {
  all: { hasConsole: true, ingests: true, works: true },
  web: { hasConsole: true, ingests: false, works: false },
  ingest: { hasConsole: false, ingests: true, works: false },
  jobs: { hasConsole: false, ingests: false, works: true },
} as const satisfies Record<Config['role'], unknown>

/** Run from its sources, as `npm run dev` does, and not from a build. */
const IS_DEVELOPMENT = import.meta.url.endsWith('.ts')

const WEB_CONNECTIONS = { max: 10, statementTimeoutMs: 10_000 }
const INGEST_CONNECTIONS = { max: 8, statementTimeoutMs: 30_000 }
const JOB_CONNECTIONS = { max: 4, statementTimeoutMs: 0 }

interface Parts {
  readonly config: Config
  readonly logger: Logger
  readonly lifecycle: Lifecycle
  readonly bus: Bus
  readonly registry: Registry
  readonly open: OpenConnections
  readonly phase: () => Phase
}

/** Composes the parts a role needs; a failure on the way stops what already runs. */
export async function startServer(config: Config, logger: Logger, aborted: AbortSignal): Promise<RunningServer> {
  const lifecycle = createLifecycle(logger.of('app'))
  let phase: Phase = 'starting'
  const stop = () => {
    phase = 'stopping'
    return lifecycle.stop()
  }
  try {
    // Secrets live below it: nobody else may look in.
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const open = await openDatabase(config, logger, lifecycle, aborted)
    const bus = await createBus(config, logger.of('nats'))
    lifecycle.add('bus', () => bus.close())
    const parts = { config, logger, lifecycle, bus, registry: createMetrics(), open, phase: () => phase }
    const url = await compose(parts, aborted)
    phase = 'running'
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function compose(parts: Parts, aborted: AbortSignal): Promise<string> {
  const { config, lifecycle, open } = parts
  const role = ROLES[config.role]
  const { pool, db } = open('web', WEB_CONNECTIONS)
  await seed(db)
  const admin = await createFirstAdmin(db, { dataDir: config.dataDir, password: config.adminPassword, hashPassword })
  aborted.throwIfAborted()
  const demo = role.works ? await prepareDemo(parts) : undefined

  const ingest = role.ingests ? await startIngest(parts) : undefined
  if (role.works) startJobs(parts, ingest)
  const mqttPort = () => ingest?.mqttPort() ?? null
  const app = await buildApp({
    ...parts,
    db,
    pool,
    mqttPort,
    hasConsole: role.hasConsole,
    ingest: ingest?.http,
    checkAnswers: IS_DEVELOPMENT,
  })
  lifecycle.add('web server', () => app.close())
  await app.listen({ port: config.port, host: config.host })
  demo?.run(mqttPort())
  const metricsPort = await openMetricsPort(parts)
  const { port } = app.server.address() as AddressInfo
  return announce(parts, { port, mqttPort: mqttPort() ?? undefined, metricsPort }, admin)
}

async function startIngest({ config, logger, lifecycle, bus, registry, open }: Parts): Promise<Ingest> {
  const { pool, db } = open('ingest', INGEST_CONNECTIONS)
  const ingest = createIngest({ pool, db, bus, registry, config, log: logger.of('ingest') })
  await ingest.start()
  lifecycle.add('ingest', () => ingest.stop())
  return ingest
}

function startJobs({ config, logger, lifecycle, bus, open }: Parts, ingest: Ingest | undefined): void {
  const { db } = open('jobs', JOB_CONNECTIONS)
  const rollups = startRollupWorker({ db, log: logger.of('rollup'), shouldYield: () => ingest?.isBusy() ?? false })
  lifecycle.add('rollups', () => rollups.stop())
  const audit = { dataDir: config.dataDir, key: () => loadKey(config) }
  const jobs = startJobRunner({ db, bus, audit, log: logger.of('jobs') })
  lifecycle.add('scheduled jobs', () => jobs.stop())
  lifecycle.add('audit seal', startAuditSealer({ db, ...audit, log: logger.of('jobs') }))
  lifecycle.add('upkeep', startUpkeep({ db, bus, log: logger.of('jobs') }))
}

async function openMetricsPort({ config, lifecycle, registry }: Parts): Promise<number | undefined> {
  if (config.metricsPort === undefined) return undefined
  const server = await startMetricsServer(registry, { host: config.host, port: config.metricsPort })
  lifecycle.add('metrics', () => server.close())
  return server.port
}

async function announce(
  { config, logger }: Parts,
  ports: { readonly port: number; readonly mqttPort: number | undefined; readonly metricsPort: number | undefined },
  admin: FirstAdmin | undefined,
): Promise<string> {
  const url = `http://${hostText(config.host)}:${ports.port}`
  const mqttAddress = ports.mqttPort === undefined ? undefined : `${hostText(config.mqttHost)}:${ports.mqttPort}`
  await writeRuntime(config.dataDir, { pid: process.pid, url, ...ports })
  logger.of('app').info({ url, role: config.role }, 'console ready')
  process.stdout.write(greeting({ url, mqttAddress, admin }))
  return url
}

const hostText = (host: string) => (host.includes(':') ? `[${host}]` : host)
