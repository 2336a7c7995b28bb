import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import type { DemoNetwork } from '@natim/demo/network'
import type { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import type { Phase } from './app-deps.ts'
import { createFirstAdmin } from './db/seeds/first-admin.ts'
import { seed } from './db/seeds/seed.ts'
import { AlarmEngine, startAlarmTimers, startRecheckWorker } from './modules/alarm/index.ts'
import { startBaselineWorker, startSimulationWorker } from './modules/alarm-rule/index.ts'
import { startAqiWorker } from './modules/aqi/index.ts'
import { startAuditSealer } from './modules/audit/index.ts'
import { startDutyTimers } from './modules/duty/index.ts'
import { createIngest, type Ingest } from './modules/ingest/index.ts'
import { startJobRunner } from './modules/job/index.ts'
import { createReportFiles, startReportWorker } from './modules/mon-report/index.ts'
import { startNbcWorker } from './modules/nbc/index.ts'
import { type Channels, createChannels, startNotifier } from './modules/notify/index.ts'
import { startRollupWorker } from './modules/rollup/index.ts'
import { startPackWorker } from './modules/sample/index.ts'
import { createProvider, startSatWorker } from './modules/sat/index.ts'
import { hashPassword } from './modules/session/index.ts'
import { startExportWorker } from './modules/timeseries/index.ts'
import { startVitalWorker } from './modules/wearable/index.ts'
import { createWxGateway, NO_WX_ACCOUNT } from './modules/wx/index.ts'
import { startWxImageWorker } from './modules/wx-image/index.ts'
import { startWxProductWorker } from './modules/wx-product/index.ts'
import type { Bus } from './platform/bus.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createBus } from './platform/create-bus.ts'
import { createFileStore } from './platform/files/create-store.ts'
import type { Logger } from './platform/logger.ts'
import { createMetrics, startMetricsServer } from './platform/metrics.ts'
import { createPdfPrinter } from './platform/print/pdf-printer.ts'
import { writeRuntime } from './platform/runtime-file.ts'
import { loadKey } from './platform/seal/key-file.ts'
import { createSealer } from './platform/seal/seal.ts'
import { type OpenConnections, openDatabase } from './runtime/database.ts'
import { prepareDemo } from './runtime/demo.ts'
import { greeting } from './runtime/greeting.ts'
import { createLifecycle, type Lifecycle } from './runtime/lifecycle.ts'
import { loadedText } from './runtime/load-lines.ts'
import { startMaintenance } from './runtime/maintenance.ts'

export interface RunningServer {
  /** URL of the console. */
  readonly url: string
  /**
   * Resolves when every component runs: at once, unless the demonstration network is loaded behind the running console.
   * Rejects when that fails or {@link stop} ends it.
   */
  readonly complete: Promise<void>
  stop(): Promise<void>
}

/** What a process of a role does besides serving calls. */
const ROLES = {
  all: { hasConsole: true, ingests: true, works: true },
  web: { hasConsole: true, ingests: false, works: false },
  ingest: { hasConsole: false, ingests: true, works: false },
  jobs: { hasConsole: false, ingests: false, works: true },
} as const satisfies Record<Config['role'], unknown>

/** Run from sources, as by `npm run dev`, rather than from a build. */
const IS_DEVELOPMENT = import.meta.url.endsWith('.ts')

const WEB_CONNECTIONS = { max: 10, statementTimeoutMs: 10_000 }
const INGEST_CONNECTIONS = { max: 8, statementTimeoutMs: 30_000 }
const ALARM_CONNECTIONS = { max: 3, statementTimeoutMs: 30_000 }
const JOB_CONNECTIONS = { max: 4, statementTimeoutMs: 0 }
const REPORT_CONNECTIONS = { max: 3, statementTimeoutMs: 120_000 }

interface Parts {
  readonly config: Config
  readonly logger: Logger
  readonly lifecycle: Lifecycle
  readonly bus: Bus
  readonly registry: Registry
  readonly open: OpenConnections
  readonly phase: () => Phase
  readonly demoNetwork: DemoNetwork | undefined
}

export interface StartOptions {
  /** Replaces the demonstration network in tests with a smaller one. */
  readonly demoNetwork?: DemoNetwork
}

/** Composes the components of a role; a failure midway stops what already runs. */
export async function startServer(
  config: Config,
  logger: Logger,
  aborted: AbortSignal,
  { demoNetwork }: StartOptions = {},
): Promise<RunningServer> {
  const lifecycle = createLifecycle(logger.of('app'))
  const ending = new AbortController()
  let phase: Phase = 'starting'
  let complete = Promise.resolve()
  const stop = async () => {
    phase = 'stopping'
    ending.abort()
    // Wait: components still starting would otherwise be added after the stop.
    await complete.catch(() => undefined)
    await lifecycle.stop()
  }
  try {
    // Contains secrets: private to the owner.
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const open = await openDatabase(config, logger, lifecycle, aborted)
    const bus = await createBus(config, logger.of('nats'))
    lifecycle.add('bus', () => bus.close())
    const parts = { config, logger, lifecycle, bus, registry: createMetrics(), open, phase: () => phase, demoNetwork }
    const { url, finish } = await compose(parts, aborted)
    if (finish === undefined) phase = 'running'
    else {
      const signal = AbortSignal.any([aborted, ending.signal])
      complete = (async () => {
        await finish(signal)
        if (phase === 'starting') phase = 'running'
      })()
      // Avoids an unhandled rejection when nobody awaits it.
      complete.catch(() => undefined)
    }
    return { url, complete, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Composed {
  readonly url: string
  /** The demonstration load and what has to wait for it; undefined when everything runs. */
  readonly finish: ((signal: AbortSignal) => Promise<void>) | undefined
}

async function compose(parts: Parts, aborted: AbortSignal): Promise<Composed> {
  const { config, lifecycle, open, bus } = parts
  const role = ROLES[config.role]
  const { pool, db } = open('web', WEB_CONNECTIONS)
  await seed(db)
  const admin = await createFirstAdmin(db, { dataDir: config.dataDir, password: config.adminPassword, hashPassword })
  aborted.throwIfAborted()
  const demo = role.works ? await prepareDemo(parts) : undefined

  const ingest = role.ingests ? openIngest(parts) : undefined
  const mqttPort = () => ingest?.mqttPort() ?? null
  // These create partitions and write device rows, which the load needs for itself.
  const runParts = async () => {
    await ingest?.start()
    if (ingest !== undefined) {
      lifecycle.add('ingest', () => ingest.stop())
      startAlarms(parts, ingest)
    }
    if (role.works) startJobs(parts, ingest)
  }
  const load = demo?.load
  if (load === undefined) await runParts()
  else {
    if (ingest !== undefined && config.mqttUrl === undefined) await assertPortFree(config)
    bus.publish('demoLoad', { percent: 0 })
  }
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
  const metricsPort = await openMetricsPort(parts)
  const { port } = app.server.address() as AddressInfo
  const portsNow = () => ({ port, mqttPort: mqttPort() ?? undefined, metricsPort })
  const { url, mqttAddress } = await publish(parts, portsNow())
  process.stdout.write(greeting({ url, mqttAddress, admin, isDemoLoading: load !== undefined }))
  if (load === undefined) {
    demo?.run(mqttPort())
    return { url, finish: undefined }
  }
  return {
    url,
    async finish(signal) {
      const result = await load(signal)
      signal.throwIfAborted()
      await runParts()
      const { mqttAddress: opened } = await publish(parts, portsNow())
      process.stdout.write(loadedText(result, opened))
      demo?.run(mqttPort())
    },
  }
}

function openIngest({ config, logger, bus, registry, open }: Parts): Ingest {
  const { pool, db } = open('ingest', INGEST_CONNECTIONS)
  return createIngest({ pool, db, bus, registry, config, retention: config.retention, log: logger.of('ingest') })
}

/** Started after ingest and stopped before it: alarms are judged by the leases that ingest holds. */
function startAlarms({ logger, lifecycle, bus, open }: Parts, ingest: Ingest): void {
  const { db } = open('alarms', ALARM_CONNECTIONS)
  const engine = new AlarmEngine({ db, bus, log: logger.of('alarm'), clock: systemClock, ...ingest.judging })
  engine.start()
  lifecycle.add('alarms', () => engine.stop())
}

/** Fails at once if the port is in use, as the broker would fail only after the load. */
async function assertPortFree({ mqttPort, mqttHost }: Config): Promise<void> {
  const probe = createServer().listen(mqttPort, mqttHost)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function startJobs({ config, logger, lifecycle, bus, open }: Parts, ingest: Ingest | undefined): void {
  const { db, pool } = open('jobs', JOB_CONNECTIONS)
  const shouldYield = () => ingest?.isBusy() ?? false
  const { correctionDelayMs } = config
  const rollups = startRollupWorker({ db, log: logger.of('rollup'), shouldYield, correctionDelayMs })
  lifecycle.add('rollups', () => rollups.stop())
  lifecycle.add('air quality index', startAqiWorker({ db, log: logger.of('rollup'), shouldYield }))
  lifecycle.add('vital signs', startVitalWorker({ db, log: logger.of('jobs'), shouldYield }))
  lifecycle.add('packing', startPackWorker({ pool, db, log: logger.of('jobs') }))
  const simulations = startSimulationWorker({ db, log: logger.of('jobs'), shouldYield })
  lifecycle.add('backtests', () => simulations.stop())
  const exports = startExportWorker({ db, store: createFileStore(config), log: logger.of('jobs'), shouldYield })
  lifecycle.add('exports', () => exports.stop())
  lifecycle.add('timers of alarms', startAlarmTimers({ db, bus, log: logger.of('alarm') }))
  const alarmLog = logger.of('alarm')
  lifecycle.add('baselines', startBaselineWorker({ db, bus, log: alarmLog, shouldYield }))
  lifecycle.add('past alarms', startRecheckWorker({ db, bus, log: alarmLog, shouldYield }))
  lifecycle.add('nbc events', startNbcWorker({ db, log: alarmLog }))
  lifecycle.add('late handovers', startDutyTimers({ db, bus, log: alarmLog }))
  const channels = createChannels(config, alarmLog)
  lifecycle.add('messages about alarms', startNotifier({ db, bus, log: alarmLog, channels }))
  startReports({ config, logger, lifecycle, bus, open }, channels, shouldYield)
  const provider = createProvider(config, systemClock.now)
  if (provider !== undefined) {
    const satellites = startSatWorker({ db, bus, provider, store: createFileStore(config), log: logger.of('jobs') })
    lifecycle.add('satellite tasks', () => satellites.stop())
  }
  const gateway = createWxGateway(config, systemClock.now)
  const store = createFileStore(config)
  const options = { db, bus, store, author: config.networkName, log: logger.of('jobs') }
  const products = startWxProductWorker({ ...options, gateway: gateway ?? NO_WX_ACCOUNT })
  lifecycle.add('products of the public account', () => products.stop())
  if (gateway !== undefined) {
    const sealer = createSealer(() => loadKey(config))
    const pictures = startWxImageWorker({ db, gateway, sealer, store, log: logger.of('jobs') })
    lifecycle.add('pictures of the public account', () => pictures.stop())
  }
  const audit = { dataDir: config.dataDir, key: () => loadKey(config) }
  const jobs = startJobRunner({ db, bus, audit, log: logger.of('jobs') })
  lifecycle.add('scheduled jobs', () => jobs.stop())
  lifecycle.add('audit seal', startAuditSealer({ db, ...audit, log: logger.of('jobs') }))
  lifecycle.add('maintenance', startMaintenance({ db, bus, log: logger.of('jobs') }))
}

function startReports(
  { config, logger, lifecycle, bus, open }: Pick<Parts, 'config' | 'logger' | 'lifecycle' | 'bus' | 'open'>,
  { mail }: Channels,
  shouldYield: () => boolean,
): void {
  const { db } = open('reports', REPORT_CONNECTIONS)
  const printer = createPdfPrinter(config.chromium, config.searchPath)
  const files = createReportFiles({ db, store: createFileStore(config), printer })
  const sendMail = config.smtpUrl === undefined ? undefined : mail
  const log = logger.of('jobs')
  const reports = startReportWorker({ db, bus, log, files, network: config.networkName, mail: sendMail, shouldYield })
  lifecycle.add('reports', () => reports.stop())
}

async function openMetricsPort({ config, lifecycle, registry }: Parts): Promise<number | undefined> {
  if (config.metricsPort === undefined) return undefined
  const server = await startMetricsServer(registry, { host: config.host, port: config.metricsPort })
  lifecycle.add('metrics', () => server.close())
  return server.port
}

/** Writes runtime.json for programs; the caller prints to the terminal. */
async function publish(
  { config, logger }: Parts,
  ports: { readonly port: number; readonly mqttPort: number | undefined; readonly metricsPort: number | undefined },
): Promise<{ readonly url: string; readonly mqttAddress: string | undefined }> {
  const url = `http://${hostText(config.host)}:${ports.port}`
  const mqttAddress = ports.mqttPort === undefined ? undefined : `${hostText(config.mqttHost)}:${ports.mqttPort}`
  await writeRuntime(config.dataDir, { pid: process.pid, url, ...ports })
  logger.of('app').info({ url, role: config.role }, 'console ready')
  return { url, mqttAddress }
}

const hostText = (host: string) => (host.includes(':') ? `[${host}]` : host)
