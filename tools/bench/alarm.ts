import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RuleBranch } from '@natim/domain/alarm/rule'
import { buildRule } from '../../apps/server/src/modules/alarm/testing/rules.ts'
import { ensurePartitions } from '../../apps/server/src/modules/ingest/index.ts'
import { createDb, type Db } from '../../apps/server/src/platform/db/db.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { measureDelays, measureFlood } from './alarm/delays.ts'
import { measureEvaluators } from './alarm/evaluators.ts'
import { type Bench, measure, printTable, type Run } from './ingest/measure.ts'
import { type BenchDevice, buildBenchNetwork, CHANNELS_PER_DEVICE } from './ingest/network.ts'
import { startServerProcess } from './ingest/server-process.ts'

// npm run bench:alarm -- --seconds 10
const HOUR_MS = 3_600_000
const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const { argv } = process
const seconds = argv.includes('--seconds') ? Number(argv[argv.indexOf('--seconds') + 1]) : 10
/** Shortest row interval of a live batch: a batch covers at most four minutes of the past. */
const BATCH_ROW_MS = 50
const BATCH_BEHIND_MS = 240_000
const ROWS_PER_BATCH = 100
const RATE_POINTS_PER_S = 2_000
/** Devices per run, so many that none comes near its limits. */
const DEVICES = 400
const FLOOD_DEVICES = 2_500
/** Metrics whose range reaches the threshold. */
const FLOODED_METRICS = ['pm25', 'pm10']

/**
 * Alternates without and with rules, each turn with its own devices: points sent by one run would make the next one's
 * late.
 */
const TURNS = ['without', 'with', 'without', 'with'] as const

const never = (value: number, avgS = 0): RuleBranch => ({
  type: 'threshold',
  severity: 3,
  op: '>=',
  value,
  avgS,
  forS: 60,
  clearForS: 60,
})

/**
 * Rules on every channel of the devices: three thresholds on single readings and one on a running mean; none ever
 * fires.
 */
async function addRules(db: Db, devices: readonly BenchDevice[]): Promise<void> {
  const scope = { deviceIds: devices.map(({ id }) => id) }
  await buildRule(db, { scope, branches: [1e6, 2e6, 3e6].map((value) => never(value)) })
  await buildRule(db, { scope, branches: [never(1e6, 600)] })
}

async function measureIngest(bench: Bench, groups: readonly (readonly BenchDevice[])[]): Promise<Run[]> {
  const plan = {
    transport: 'mqtt',
    seconds,
    rowMs: BATCH_ROW_MS,
    rowsPerBatch: ROWS_PER_BATCH,
    pointsPerS: RATE_POINTS_PER_S,
    window: 1,
  } as const
  const runs: Run[] = []
  for (const [i, rules] of TURNS.entries()) {
    const paced = { ...plan, mode: 'paced', firstMs: 0 } as const
    runs.push(await measure(bench, `2 000 points/s, ${rules} rules`, groups[2 * i] as BenchDevice[], paced))
    const batch = { ...plan, mode: 'batch', firstMs: Date.now() - BATCH_BEHIND_MS } as const
    const name = `batches of ${ROWS_PER_BATCH * CHANNELS_PER_DEVICE}, ${rules} rules`
    runs.push(await measure(bench, name, groups[2 * i + 1] as BenchDevice[], batch))
  }
  return runs
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Cost of rules: throughput with rules as a share of that without, and server CPU per point in µs. */
function costOf(runs: readonly Run[], name: string) {
  const of = (rules: string) => runs.filter((run) => run.name.startsWith(name) && run.name.includes(` ${rules} rules`))
  const [without, withRules] = [of('without'), of('with')]
  return {
    of: name,
    'throughput with rules': (
      mean(withRules.map((run) => run.pointsPerS)) / mean(without.map((run) => run.pointsPerS))
    ).toFixed(2),
    'engine µs a point': (
      mean(withRules.map((run) => run.serverUs)) - mean(without.map((run) => run.serverUs))
    ).toFixed(2),
  }
}

async function main(): Promise<void> {
  console.table(measureEvaluators())
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-alarm-'))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const { connectionString } = postgres
  const pool = createPool({ connectionString, applicationName: 'bench', max: 3, statementTimeoutMs: 0 }, (error) =>
    log.warn({ err: error }, 'connection lost'),
  )
  const db = createDb(pool)
  try {
    await migrateToLatest(connectionString)
    const devices = await buildBenchNetwork(db, (2 * TURNS.length + 1) * DEVICES + FLOOD_DEVICES)
    await ensurePartitions(pool, Date.now(), Date.now() - 96 * HOUR_MS)
    const groups = Array.from({ length: 2 * TURNS.length + 1 }, (_, i) => devices.slice(i * DEVICES, (i + 1) * DEVICES))
    // The first start adds the shipped rules, which are not part of the measurement.
    const first = await startServerProcess(SERVER, join(dataDir, 'first-start'), connectionString)
    await first.stop()
    await db.updateTable('monAlarmRule').set({ enabled: false }).execute()
    for (const [i, rules] of TURNS.entries())
      if (rules === 'with') await addRules(db, [...(groups[2 * i] ?? []), ...(groups[2 * i + 1] ?? [])])
    const probed = groups.at(-1) ?? []
    const flooded = devices.slice(-FLOOD_DEVICES)
    const branches = [{ ...never(500), forS: 0, clearForS: 0 }]
    await buildRule(db, {
      scope: { deviceIds: [...probed, ...flooded].map(({ id }) => id), metricCodes: FLOODED_METRICS },
      branches,
    })
    const server = await startServerProcess(SERVER, join(dataDir, 'server'), connectionString)
    // Time to lease the streams and load rules and channels.
    await delay(5_000)
    const bench: Bench = { server, postgresPid: postgres.pid, dataDir }
    const runs = await measureIngest(bench, groups)
    printTable(runs)
    console.table([costOf(runs, '2 000 points/s'), costOf(runs, 'batches')])
    const load = { bench, devices: groups[0] ?? [], probed, pointsPerS: RATE_POINTS_PER_S }
    console.table(await measureDelays(db, load))
    console.table(await measureFlood(db, server, flooded, FLOODED_METRICS.length))
    await server.stop()
  } finally {
    await db.destroy()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
