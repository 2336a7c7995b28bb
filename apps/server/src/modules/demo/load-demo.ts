import { buildDemoNetwork, type DemoNetwork } from '@natim/demo/network'
import { DAY_MS, GMT8_OFFSET_MS, HOUR_MS } from '@natim/domain/time'
import { newToken } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { hashPassword } from '../session/index.ts'
import {
  analyzeDemo,
  clearTelemetry,
  hasRegisters,
  insertDirtyMarks,
  insertGaps,
  insertLatest,
  insertRegisters,
  insertStates,
  insertStatusLog,
  type Pool,
} from './demo.repository.ts'
import { ensureDemoKey } from './demo-key.ts'
import { type History, planHistory } from './history.ts'
import { gapEntries, stateEntries, statusEntries } from './journal.ts'
import { openPartitions, type PartitionWriter, type WritableTable } from './partition-writer.ts'
import { registerRows } from './registers.ts'
import { writeRollups } from './rollups.ts'
import { type NewestSample, writeSamples } from './samples.ts'

export interface LoadOptions {
  /** Where the demonstration key is kept. */
  readonly dataDir: string
  /** The instant history leads up to, epoch ms. */
  readonly nowMs: number
  /** Hours of raw samples, 6 to 25; 25 unless told otherwise. */
  readonly rawHours?: number
  readonly log: Log
  /** The demonstration network unless a test has a smaller one. */
  readonly network?: DemoNetwork
}

export interface LoadResult {
  readonly stations: number
  readonly devices: number
  readonly channels: number
  readonly samples: number
  readonly hours: number
  readonly days: number
  readonly seconds: number
}

const REPORTS = 5

/**
 * Loads the demonstration network with its history into an empty database: a day raw, a month in hours, more in days.
 *
 * Registers are written last and in one transaction, so a kill anywhere leaves a database without devices, and the
 * next call starts over.
 *
 * @param pool at least {@link LOAD_CONNECTIONS} connections, no statement timeout; nobody may write telemetry meanwhile.
 * @returns what was loaded; undefined when there are stations or devices already.
 */
export async function loadDemoNetwork(pool: Pool, options: LoadOptions): Promise<LoadResult | undefined> {
  if (await hasRegisters(pool)) return undefined
  const { log, nowMs, rawHours } = options
  const startedMs = performance.now()
  log.info('loading the demonstration network')
  const history = planHistory(options.network ?? buildDemoNetwork(), nowMs, rawHours)
  const demoKey = await ensureDemoKey(options.dataDir)
  await clearTelemetry(pool)
  const { newest, ...rows } = await loadTelemetry(pool, history, log)
  await loadRegisters(pool, history, newest, demoKey)
  await analyzeDemo(pool)
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  const { stations, devices } = history.network
  const channels = devices.reduce((sum, device) => sum + device.channels.length, 0)
  const result = { stations: stations.length, devices: devices.length, channels, ...rows, seconds }
  log.info(result, 'demonstration network loaded')
  return result
}

/** Connections the loader needs at once: two tables by day with two partitions each, two with at most three. */
export const LOAD_CONNECTIONS = 10

async function loadTelemetry(pool: Pool, history: History, log: Log) {
  const { rawFromMs, hoursFromMs, daysFromMs, untilMs } = history
  const writers: PartitionWriter[] = []
  const open = async (table: WritableTable, fromMs: number) => {
    const writer = await openPartitions(pool, table, fromMs, untilMs)
    writers.push(writer)
    return writer
  }
  try {
    const samples = await open('mon_sample', rawFromMs)
    const minutes = await open('mon_r1m', rawFromMs)
    const hours = await open('mon_r1h', hoursFromMs + HOUR_MS)
    const days = await open('mon_r1d', daysFromMs + DAY_MS)
    const report = progress(history.devices.length, log)
    const [written, newest] = await Promise.all([
      writeRollups(history, hours, days, report('rollups')).then(() => Promise.all([hours.finish(), days.finish()])),
      writeSamples(history, samples, minutes, report('samples')).then(async (found) => {
        const [count] = await Promise.all([samples.finish(), minutes.finish()])
        return { found, count }
      }),
    ])
    return { newest: newest.found, samples: newest.count, hours: written[0], days: written[1] }
  } finally {
    await Promise.all(writers.map((writer) => writer.abort()))
  }
}

/** Says from time to time how far a part has come. */
function progress(total: number, log: Log): (part: string) => () => void {
  return (part) => {
    let done = 0
    return () => {
      done++
      if (done % Math.ceil(total / REPORTS) === 0)
        log.info({ part, percent: Math.round((100 * done) / total) }, 'loading')
    }
  }
}

async function loadRegisters(
  pool: Pool,
  history: History,
  newest: readonly NewestSample[],
  demoKey: string,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await insertRegisters(client, registerRows(history, demoKey, await unknownPassword()))
    await insertLatest(client, newest)
    await insertStates(client, stateEntries(history, newest))
    await insertStatusLog(client, statusEntries(history))
    await insertGaps(client, gapEntries(history))
    await insertDirtyMarks(client, runningSpan(history.untilMs))
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** The people of the demonstration are there to be seen, not to sign in. */
const unknownPassword = () => hashPassword(newToken())

/** Starts of the running hour and GMT+8 day. An instant on the edge belongs to what ends there. */
function runningSpan(untilMs: number) {
  const dayMs = Math.floor((untilMs - 1 + GMT8_OFFSET_MS) / DAY_MS) * DAY_MS - GMT8_OFFSET_MS
  return { hourMs: Math.floor((untilMs - 1) / HOUR_MS) * HOUR_MS, dayMs, untilMs }
}
