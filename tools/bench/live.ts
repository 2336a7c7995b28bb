import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePartitions } from '../../apps/server/src/modules/ingest/index.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { LoadPlan } from './ingest/load.ts'
import { buildBenchNetwork } from './ingest/network.ts'
import { cpuSeconds, residentMb } from './ingest/processes.ts'
import { startServerProcess } from './ingest/server-process.ts'
import type { BarePlan } from './live/bare-server.ts'
import { READY, startChild } from './live/child.ts'
import type { ConsolesPlan, ConsolesResult } from './live/consoles.ts'
import { buildSessions } from './live/sessions.ts'

const DEVICES = 400
const POINTS_PER_S = 2_000
const CONSOLES = 100
const CHANNELS_PER_CONSOLE = 500
const SOCKETS_PER_SESSION = 10
const WARM_UP_S = 10

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const SERVER = script('../../apps/server/dist/main.js')

/** One measured feed. CPU of the sending process in µs per delivered point, and as a share of a core. */
interface Run {
  readonly name: string
  readonly pointsPerS: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly usPerPoint: number
  readonly core: number
  readonly mbPerS: number
  readonly dropped: number
  readonly rssMb: number
}

interface Stage {
  readonly dataDir: string
  readonly seconds: number
  readonly tokens: readonly string[]
  readonly channelNos: readonly number[]
  readonly url: string
  readonly serverPid: number
  readonly load: Omit<LoadPlan, 'seconds'>
}

/** Channels of each console: the same for all, or a different selection for each. */
function wishes(channelNos: readonly number[], areShared: boolean): number[][] {
  return Array.from({ length: CONSOLES }, (_, index) => {
    const shift = areShared ? 0 : index * 17
    return Array.from(
      { length: CHANNELS_PER_CONSOLE },
      (_unused, n) => channelNos[(shift + n) % channelNos.length] ?? 0,
    )
  })
}

async function watch(
  stage: Pick<Stage, 'dataDir' | 'seconds' | 'tokens'>,
  url: string,
  senderPid: number,
  channels: readonly (readonly number[])[],
): Promise<{ readonly result: ConsolesResult; readonly senderS: number; readonly rssMb: number }> {
  const channelsFile = join(stage.dataDir, 'channels.json')
  await writeFile(channelsFile, JSON.stringify(channels))
  const plan: ConsolesPlan = { url, channelsFile, tokens: stage.tokens, seconds: stage.seconds }
  const consoles = startChild(script('./live/consoles.ts'), plan)
  try {
    if ((await consoles.line()) !== READY) throw new Error('the consoles did not start')
    const before = cpuSeconds(senderPid)
    const result = JSON.parse(await consoles.line()) as ConsolesResult
    return { result, senderS: cpuSeconds(senderPid) - before, rssMb: residentMb(senderPid) }
  } finally {
    await consoles.stop()
  }
}

function toRun(name: string, seconds: number, measured: Awaited<ReturnType<typeof watch>>, idleS: number): Run {
  const { result, senderS, rssMb } = measured
  const ownS = Math.max(0, senderS - idleS)
  return {
    name,
    pointsPerS: result.points / seconds,
    p50Ms: result.p50Ms,
    p95Ms: result.p95Ms,
    p99Ms: result.p99Ms,
    usPerPoint: (ownS * 1e6) / result.points,
    core: ownS / seconds,
    mbPerS: result.bytes / seconds / 1e6,
    dropped: result.dropped,
    rssMb,
  }
}

/** Server CPU at the same load without any console, s. */
async function measureIdle(stage: Stage): Promise<number> {
  const before = cpuSeconds(stage.serverPid)
  await new Promise((resolve) => setTimeout(resolve, stage.seconds * 1_000))
  return cpuSeconds(stage.serverPid) - before
}

async function measureFeed(stage: Stage): Promise<Run[]> {
  const seconds = stage.seconds * 5 + WARM_UP_S + 30
  const load = startChild(script('./ingest/load.ts'), { ...stage.load, seconds } satisfies LoadPlan)
  try {
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_S * 1_000))
    let idleBeforeS = await measureIdle(stage)
    const runs: Run[] = []
    for (const areShared of [true, false]) {
      const name = areShared ? 'live feed, one choice for all' : 'live feed, a choice each'
      const measured = await watch(stage, stage.url, stage.serverPid, wishes(stage.channelNos, areShared))
      // The cost of ingest varies: the idle cost just before and just after is subtracted.
      const idleAfterS = await measureIdle(stage)
      runs.push(toRun(name, stage.seconds, measured, (idleBeforeS + idleAfterS) / 2))
      idleBeforeS = idleAfterS
    }
    return runs
  } finally {
    await load.stop()
  }
}

async function measureCeiling(stage: Stage, isCompressed: boolean): Promise<Run> {
  const plan: BarePlan = { points: CHANNELS_PER_CONSOLE, isCompressed }
  const bare = startChild(script('./live/bare-server.ts'), plan)
  try {
    const url = `ws://127.0.0.1:${await bare.line()}`
    const measured = await watch(stage, url, bare.pid, wishes(stage.channelNos, true))
    const name = `bare ws, same frames${isCompressed ? ', compressed' : ''} (ceiling)`
    return toRun(name, stage.seconds, measured, 0)
  } finally {
    await bare.stop()
  }
}

function printTable(runs: readonly Run[]): void {
  const ceiling = runs.find((run) => run.name.includes('compressed'))
  console.table(
    runs.map((run) => ({
      run: run.name,
      'points/s': run.pointsPerS.toFixed(0),
      'p50 ms': run.p50Ms,
      'p95 ms': run.p95Ms,
      'p99 ms': run.p99Ms,
      'µs/point': run.usPerPoint.toFixed(2),
      'of ceiling': ceiling ? (ceiling.usPerPoint / run.usPerPoint).toFixed(2) : '-',
      'of a core': run.core.toFixed(2),
      'MB/s': run.mbPerS.toFixed(2),
      dropped: run.dropped,
      'RSS MB': run.rssMb.toFixed(0),
    })),
  )
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  const seconds = argv.includes('--seconds') ? Number(argv[argv.indexOf('--seconds') + 1]) : 20
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-live-'))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const { connectionString } = postgres
  try {
    await migrateToLatest(connectionString)
    const pool = createPool({ connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 }, (error) =>
      log.warn({ err: error }, 'connection lost'),
    )
    const db = createDb(pool)
    const devices = await buildBenchNetwork(db, DEVICES)
    await ensurePartitions(pool, Date.now())
    const server = await startServerProcess(SERVER, join(dataDir, 'server'), connectionString)
    try {
      const tokens = await buildSessions(db, CONSOLES / SOCKETS_PER_SESSION)
      const runtime = JSON.parse(await readFile(join(dataDir, 'server', 'runtime.json'), 'utf8')) as { url: string }
      const devicesFile = join(dataDir, 'devices.json')
      await writeFile(devicesFile, JSON.stringify(devices))
      const stage: Stage = {
        dataDir,
        seconds,
        tokens,
        channelNos: devices.flatMap((device) => device.channelNos),
        url: `${runtime.url.replace('http', 'ws')}/jeecg-boot/mon/ws`,
        serverPid: server.pid,
        load: {
          transport: 'mqtt',
          ports: server.ports,
          devicesFile,
          mode: 'paced',
          firstMs: 0,
          rowMs: 0,
          window: 1,
          rowsPerBatch: 1,
          pointsPerS: POINTS_PER_S,
        },
      }
      const runs = await measureFeed(stage)
      for (const isCompressed of [true, false]) runs.push(await measureCeiling(stage, isCompressed))
      console.log(JSON.stringify({ seconds, consoles: CONSOLES, channels: CHANNELS_PER_CONSOLE, runs }))
      printTable(runs)
    } finally {
      await server.stop()
      await db.destroy()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
