import { buildDemoNetwork, type DemoNetwork } from '@natim/demo/network'
import { DAY_MS, GMT8_OFFSET_MS, HOUR_MS } from '@natim/domain/time'
import { errorOf } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { newToken } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { hashPassword } from '../session/index.ts'
import {
  asOnlyLoader,
  type Connection,
  clearTelemetry,
  ended,
  hasRegisters,
  insertDirtyMarks,
  insertGaps,
  insertLatest,
  insertPastPeriods,
  insertRegisters,
  insertStates,
  insertStatusLog,
  type Pool,
} from './demo.repository.ts'
import { ensureDemoKey } from './demo-key.ts'
import { type History, planHistory } from './history.ts'
import { gapEntries, stateEntries, statusEntries } from './journal.ts'
import { countAlarms, findUnfinished, insertBegin, type LoadBegin } from './load-state.repository.ts'
import { createPace } from './pace.ts'
import { openPartitions, type PartitionWriter, type WritableTable } from './partition-writer.ts'
import { loadPast } from './past.ts'
import { registerRows } from './registers.ts'
import { writeRollups } from './rollups.ts'
import { type NewestSample, writeSamples } from './samples.ts'

export interface LoadOptions {
  /** Directory of the demonstration key. */
  readonly dataDir: string
  /** Store for pictures; default: below `dataDir`. */
  readonly store?: FileStore
  /** End of the generated history, epoch ms. */
  readonly nowMs: number
  /** Hours of raw samples, 6 to 25; default 25. */
  readonly rawHours?: number
  readonly log: Log
  /** Encrypts the identities of persons with breath tests; without it they stay unknown. */
  readonly sealer?: Sealer
  /** Called when the whole percent or the phase changes. */
  readonly onProgress?: (progress: LoadProgress) => void
  /** Aborts the load. The next start restarts it or, once the registers are written, resumes it. */
  readonly signal?: AbortSignal | undefined
  /** Default: the demonstration network; tests use smaller ones. */
  readonly network?: DemoNetwork
}

/** Progress of a load, 0 to 99, and its phase; equal steps take about equal time. */
export interface LoadProgress {
  readonly part: 'history' | 'indexes' | 'registers'
  readonly percent: number
}

/** How many rows of each kind were written. */
export interface NetworkRows {
  readonly stations: number
  readonly devices: number
  readonly channels: number
  readonly samples: number
  readonly hours: number
  readonly days: number
}

export interface LoadResult extends NetworkRows {
  readonly alarms: number
  readonly seconds: number
}

/** Start of each phase in percent, by the time they take. */
const INDEXES_FROM = 84
const REGISTERS_FROM = 94

/**
 * Loads the demonstration network with its history into an empty database: a day raw, a month in hours, more in days.
 *
 * Registers are written in one transaction: killed before it, the load leaves a database without devices and the next
 * call starts over; killed after it, the next call resumes. It works in short slices so that the process stays
 * responsive.
 *
 * @param pool at least {@link LOAD_CONNECTIONS} connections, no statement timeout; telemetry must not be written
 * meanwhile.
 * @returns what was loaded; undefined when stations or devices exist already and none of their parts is missing.
 * @throws the signal's reason when aborted
 */
export const loadDemoNetwork = (pool: Pool, options: LoadOptions): Promise<LoadResult | undefined> =>
  asOnlyLoader(pool, options.signal, async () => {
    const startedMs = performance.now()
    const unfinished = await findUnfinished(pool)
    if (unfinished === undefined && (await hasRegisters(pool))) return undefined
    const { log, nowMs, ...given } = options
    log.info(unfinished ? 'loading the rest of the demonstration network' : 'loading the demonstration network')
    const { history, begin, ...rows } = unfinished
      ? resume(unfinished, options)
      : await loadNetwork(pool, options, insertBegin)
    await loadPast(pool, history, { ...given, log, nowMs: begin.nowMs, reportsFromMs: nowMs })
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const result = { ...rows, alarms: await countAlarms(pool), seconds }
    log.info(result, 'demonstration network loaded')
    return result
  })

/** Loads registers and telemetry only, without alarms and people's records, in a sixth of the time. */
export const loadBareNetwork = (pool: Pool, options: LoadOptions): Promise<NetworkRows | undefined> =>
  asOnlyLoader(pool, options.signal, async () => {
    if (await hasRegisters(pool)) return undefined
    const { history: _, begin: __, ...rows } = await loadNetwork(pool, options, () => Promise.resolve())
    return rows
  })

/** Whether there is anything to load. */
export const isDemoMissing = async (pool: Pool): Promise<boolean> =>
  !(await hasRegisters(pool)) || (await findUnfinished(pool)) !== undefined

type Loaded = NetworkRows & { readonly history: History; readonly begin: LoadBegin }

/** Existing data is not read again: it follows from the instant it was made for. */
function resume(begin: LoadBegin, { network = buildDemoNetwork(), onProgress }: LoadOptions): Loaded {
  onProgress?.({ part: 'registers', percent: REGISTERS_FROM })
  return loadedOf(planHistory(network, begin.nowMs, begin.rawHours ?? undefined), begin)
}

function loadedOf(history: History, begin: LoadBegin): Loaded {
  const { stations, devices } = history.network
  const channels = devices.reduce((sum, device) => sum + device.channels.length, 0)
  const { samples, hours, days } = begin
  return { stations: stations.length, devices: devices.length, channels, samples, hours, days, history, begin }
}

async function loadNetwork(
  pool: Pool,
  options: LoadOptions,
  note: (client: Connection, begin: LoadBegin) => Promise<unknown>,
): Promise<Loaded> {
  const { nowMs, rawHours } = options
  const history = planHistory(options.network ?? buildDemoNetwork(), nowMs, rawHours)
  const demoKey = await ensureDemoKey(options.dataDir)
  await clearTelemetry(pool)
  const { newest, ...rows } = await loadTelemetry(pool, history, options)
  options.signal?.throwIfAborted()
  options.onProgress?.({ part: 'registers', percent: REGISTERS_FROM })
  const begin = { nowMs, rawHours: rawHours ?? null, ...rows }
  await loadRegisters(pool, history, newest, demoKey, (client) => note(client, begin))
  return loadedOf(history, begin)
}

/**
 * Connections the loader needs at once: one for its lock, two tables by day with two partitions each, two with at most
 * three.
 */
export const LOAD_CONNECTIONS = 11

async function loadTelemetry(pool: Pool, history: History, { signal, onProgress }: LoadOptions) {
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
    const pace = createPace(signal, historyProgress(2 * history.devices.length, onProgress))
    const work = Promise.all([
      writeRollups(history, hours, days, pace).then(() => Promise.all([hours.finish(), days.finish()])),
      writeSamples(history, samples, minutes, pace).then(async (found) => {
        const [count] = await Promise.all([samples.finish(), minutes.finish()])
        return { found, count }
      }),
    ])
    // Building an index takes too long to wait for on shutdown: its connection is cut.
    const [written, newest] = await Promise.race([work, ended(signal)])
    return { newest: newest.found, samples: newest.count, hours: written[0], days: written[1] }
  } finally {
    await Promise.all(writers.map((writer) => writer.abort()))
  }
}

/** Counts the devices of both phases, the rollups and the samples. */
function historyProgress(total: number, onProgress: LoadOptions['onProgress']): () => void {
  let done = 0
  let told = -1
  return () => {
    done++
    const percent = Math.floor((INDEXES_FROM * done) / total)
    if (percent === told) return
    told = percent
    onProgress?.({ part: done === total ? 'indexes' : 'history', percent })
  }
}

async function loadRegisters(
  pool: Pool,
  history: History,
  newest: readonly NewestSample[],
  demoKey: string,
  note: (client: Connection) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await insertRegisters(client, registerRows(history, demoKey, await unknownPassword()))
    await insertPastPeriods(client, history)
    await insertLatest(client, newest)
    await insertStates(client, stateEntries(history, newest))
    await insertStatusLog(client, statusEntries(history))
    await insertGaps(client, gapEntries(history))
    await insertDirtyMarks(client, runningSpan(history.untilMs))
    await note(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(errorOf(error))
    throw error
  }
}

/** Demonstration people cannot sign in. */
const unknownPassword = () => hashPassword(newToken())

/** Starts of the current hour and GMT+8 day. An instant on a boundary belongs to the bucket it ends. */
function runningSpan(untilMs: number) {
  const dayMs = Math.floor((untilMs - 1 + GMT8_OFFSET_MS) / DAY_MS) * DAY_MS - GMT8_OFFSET_MS
  return { hourMs: Math.floor((untilMs - 1) / HOUR_MS) * HOUR_MS, dayMs, untilMs }
}
