import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDb, type Db } from '../../platform/db/db.ts'
import { migrateToLatest } from '../../platform/db/migrate.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/logger.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { joinEmbeddedPostgres } from '../../platform/postgres/join-postgres.ts'
import { freePort } from '../free-port.ts'
import { AlarmLoad, buildWaveRule } from './alarm-load.ts'
import { type AlarmVerdict, verifyAlarms } from './alarm-verify.ts'
import { CrashLoad } from './crash-load.ts'
import { CrashServer } from './crash-server.ts'
import { type CrashVerdict, verifyCrash } from './crash-verify.ts'
import { buildLoadDevices } from './load-devices.ts'

const DEVICES = 12
/** Additional devices, for alarms. */
const ALARM_DEVICES = 3
/** Streams are leased again after their owner was killed, and a busy machine judges late. */
const JUDGED_WITHIN_MS = 60_000
/** A round only kills a server that has been receiving points. */
const ACKS_BEFORE_KILL = 500
const MAX_EXTRA_MS = 700
const ROUND_WITHIN_MS = 90_000

export type CrashTarget = 'server' | 'database'

export interface CrashResult {
  readonly samples: CrashVerdict
  readonly alarms: AlarmVerdict
}

export interface CrashOptions {
  readonly rounds: number
  /** Called before each kill. */
  readonly onRound?: (round: number, target: CrashTarget, acked: number) => void
}

/**
 * Kills the server and its database alternately, at random moments under load. Compares the values acknowledged to
 * devices with those stored in the end, and the alarms with those of an engine that is never killed.
 */
export async function runCrashRounds({ rounds, onRound }: CrashOptions): Promise<CrashResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-crash-'))
  try {
    const { devices, alarmDevices, ruleId } = await withDatabase(dataDir, register)
    const port = await freePort()
    const server = new CrashServer(dataDir, port)
    let alarmLoad: AlarmLoad | undefined
    try {
      await server.start()
      alarmLoad = new AlarmLoad(alarmDevices, [port])
      const load = new CrashLoad(devices, { ports: [port], startMs: Date.now() - 12 * 3_600_000 })
      await killInTurn(server, load, rounds, onRound)
      load.stopSending()
      alarmLoad.stopSending()
      const waiting = () => load.inFlight + (alarmLoad?.waiting ?? 0)
      await waitUntil(() => waiting() === 0, 'everything in flight to be acknowledged')
      await Promise.all([load.close(), alarmLoad.close()])
      alarmLoad = undefined
      await waitUntilJudged(dataDir, ruleId)
      const code = await server.stop()
      if (code !== 0) throw new Error(`the server ended with code ${code}`)
      const untimed = devices.map((device) => device.channelNos[2])
      return await withDatabase(dataDir, async (db) => ({
        // First, because the next verification recomputes rollups.
        alarms: await verifyAlarms(db, ruleId),
        samples: await verifyCrash(db, load.acked, untimed),
      }))
    } finally {
      await alarmLoad?.close()
      server.dispose()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}

async function register(db: Db) {
  const alarmDevices = await buildLoadDevices(db, ALARM_DEVICES)
  const devices = await buildLoadDevices(db, DEVICES)
  return { devices, alarmDevices, ruleId: await buildWaveRule(db, alarmDevices) }
}

async function killInTurn(
  server: CrashServer,
  load: CrashLoad,
  rounds: number,
  onRound: CrashOptions['onRound'],
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const goal = load.acked.length + ACKS_BEFORE_KILL
    await waitUntil(() => load.acked.length >= goal, 'points to be acknowledged again')
    await delay(Math.random() * MAX_EXTRA_MS)
    const target: CrashTarget = round % 2 === 1 ? 'server' : 'database'
    onRound?.(round, target, load.acked.length)
    if (target === 'database') await server.killDatabase()
    else {
      await server.killServer()
      await server.start()
    }
  }
}

/**
 * Waits until the engine, having regained its streams, has judged the last stored samples; gives up after a while, as
 * the verdict reports what was never judged.
 */
async function waitUntilJudged(dataDir: string, ruleId: string): Promise<void> {
  const log = createLogger({ logLevel: 'silent' }).of('postgres')
  const { connectionString } = await joinEmbeddedPostgres({ dataDir, log })
  await onDatabase(connectionString, async (db) => {
    const untilMs = performance.now() + JUDGED_WITHIN_MS
    while ((await verifyAlarms(db, ruleId)).lost.length > 0 && performance.now() < untilMs) await delay(500)
  })
}

async function waitUntil(isDone: () => boolean, what: string): Promise<void> {
  const untilMs = performance.now() + ROUND_WITHIN_MS
  while (!isDone()) {
    if (performance.now() > untilMs) throw new Error(`waited in vain for ${what}`)
    await delay(20)
  }
}

/** Opens the server's database while the server is not running. */
async function withDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const log = createLogger({ logLevel: 'silent' }).of('postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    await migrateToLatest(postgres.connectionString)
    return await onDatabase(postgres.connectionString, work)
  } finally {
    await postgres.stop()
  }
}

async function onDatabase<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const options = { connectionString, applicationName: 'crash', max: 4, statementTimeoutMs: 0 }
  const db = createDb(createPool(options, () => undefined))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
