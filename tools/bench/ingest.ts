import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensurePartitions } from '../../apps/server/src/modules/ingest/index.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { measureCopyCeiling } from './ingest/copy-ceiling.ts'
import { type Bench, measure, printTable, type Run } from './ingest/measure.ts'
import { type BenchDevice, buildBenchNetwork, CHANNELS_PER_DEVICE } from './ingest/network.ts'
import { startServerProcess } from './ingest/server-process.ts'

const HOUR_MS = 3_600_000
/**
 * Each run has its own devices: points sent by one run would make the next one's late. So many that no device comes
 * near its limits of 50 messages and 2 000 points per second.
 */
const PACED_DEVICES = 400
const BATCH_DEVICES = 400
const SINGLE_DEVICES = 800
/** Each with one request at a time: more in flight would be answered 429, and a device repeats such a message later. */
const HTTP_DEVICES = 300
const ROWS_PER_BATCH = 100
const RATE_POINTS_PER_S = 2_000

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

interface Options {
  readonly seconds: number
  readonly server: string
  readonly only: readonly string[]
  /** An empty database instead of the embedded one; its CPU cannot be measured then. */
  readonly database: string | undefined
}

function readOptions(argv: readonly string[]): Options {
  const value = (name: string) => argv[argv.indexOf(name) + 1]
  return {
    seconds: argv.includes('--seconds') ? Number(value('--seconds')) : 20,
    database: argv.includes('--database') ? value('--database') : undefined,
    server: (argv.includes('--server') ? value('--server') : undefined) ?? SERVER,
    only: argv.includes('--only')
      ? (value('--only') ?? '').split(',')
      : ['ceiling', 'rate', 'batch', 'http', 'single', 'backfill'],
  }
}

async function runAll(
  options: Options,
  bench: Bench,
  devices: readonly BenchDevice[],
  clients: readonly pg.Client[],
): Promise<Run[]> {
  const nowMs = Date.now()
  const closed = {
    transport: 'mqtt',
    seconds: options.seconds,
    rowMs: 500,
    rowsPerBatch: ROWS_PER_BATCH,
    pointsPerS: RATE_POINTS_PER_S,
  } as const
  const runs: Run[] = []
  const isWanted = (name: string) => options.only.includes(name)
  const pacedDevices = devices.slice(0, PACED_DEVICES)
  const batchDevices = devices.slice(PACED_DEVICES, PACED_DEVICES + BATCH_DEVICES)
  const httpDevices = devices.slice(-SINGLE_DEVICES - HTTP_DEVICES, -SINGLE_DEVICES)
  const singleDevices = devices.slice(-SINGLE_DEVICES)
  let ceiling: number | undefined
  if (isWanted('ceiling')) {
    // Two days ago: rows that the other runs do not touch.
    const { rows, rowsPerS } = await measureCopyCeiling(clients, batchDevices, {
      ...closed,
      firstMs: nowMs - 48 * HOUR_MS,
    })
    ceiling = rowsPerS
    runs.push(ceilingRun(rows, rowsPerS))
  }
  // First, so that the rollup backlog and memory of the other runs do not count.
  if (isWanted('rate')) {
    const plan = { ...closed, mode: 'paced', firstMs: 0, window: 1 } as const
    runs.push(await measure(bench, `${RATE_POINTS_PER_S} points/s`, pacedDevices, plan))
  }
  const dayAgo = { ...closed, mode: 'batch', firstMs: nowMs - 24 * HOUR_MS, window: 1 } as const
  const pointsPerBatch = ROWS_PER_BATCH * CHANNELS_PER_DEVICE
  if (isWanted('batch')) runs.push(await measure(bench, `batch of ${pointsPerBatch}`, batchDevices, dayAgo))
  if (isWanted('http'))
    runs.push(await measure(bench, `batch of ${pointsPerBatch}, HTTP`, httpDevices, { ...dayAgo, transport: 'http' }))
  if (isWanted('single')) {
    const plan = { ...closed, mode: 'single', firstMs: nowMs - HOUR_MS, window: 2 } as const
    runs.push(await measure(bench, 'single points', singleDevices, plan))
  }
  // These devices already sent newer points: every row has to be compared with existing ones.
  if (isWanted('backfill')) runs.push(await measure(bench, `backfill of ${pointsPerBatch}`, pacedDevices, dayAgo))
  return runs.map((run) => ({ ...run, ofCeiling: ceiling === undefined ? null : run.pointsPerS / ceiling }))
}

function ceilingRun(points: number, pointsPerS: number): Run {
  const none = Number.NaN
  return {
    name: 'binary COPY (ceiling)',
    points,
    pointsPerS,
    ofCeiling: 1,
    p50Ms: none,
    p99Ms: none,
    serverUs: none,
    postgresUs: none,
    loadUs: none,
    serverRssMb: none,
    lostAcks: 0,
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-ingest-'))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  const postgres = options.database
    ? { connectionString: options.database, pid: undefined, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log })
  try {
    await migrateToLatest(postgres.connectionString)
    const pool = createPool(
      { connectionString: postgres.connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
      (error) => log.warn({ err: error }, 'connection lost'),
    )
    const db = createDb(pool)
    const devices = await buildBenchNetwork(db, PACED_DEVICES + BATCH_DEVICES + HTTP_DEVICES + SINGLE_DEVICES)
    await ensurePartitions(pool, Date.now(), Date.now() - 96 * HOUR_MS)
    await db.destroy()
    const clients = [1, 2].map(() => new pg.Client({ connectionString: postgres.connectionString }))
    await Promise.all(clients.map((client) => client.connect()))
    const server = await startServerProcess(options.server, join(dataDir, 'server'), postgres.connectionString)
    const runs = await runAll(options, { server, postgresPid: postgres.pid, dataDir }, devices, clients)
    await server.stop()
    await Promise.all(clients.map((client) => client.end()))
    console.log(JSON.stringify({ seconds: options.seconds, devices: devices.length, runs }))
    printTable(runs)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
