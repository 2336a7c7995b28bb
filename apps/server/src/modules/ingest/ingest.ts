import type { Streams } from '../device-status/index.ts'
import { assemble, type IngestParts } from './assemble.ts'
import type { HttpIngest } from './http/ingest.service.ts'
import type { IngestDeps, IngestStats } from './ingest-options.ts'
import { ensurePartitions } from './maintenance/partitions.ts'
import { WriteBehind } from './maintenance/write-behind.ts'

const LATEST_MS = 250
/** Under load newest values are written less often: one write per channel instead of four. */
const LATEST_BUSY_MS = 1_000
const BUSY_FROM_POINTS = 5_000
const COUNTERS_MS = 5_000
const ACCESS_MS = 2_000
const GAPS_MS = 5_000
const RECHECK_MS = 30_000
const BRIDGE_FOLLOW_MS = 1_000
const DRAIN_WITHIN_MS = 10_000

/**
 * Everything between a device and the database: broker and HTTP, acceptance, durable writer, newest values, gaps,
 * device states. Runs in the roles `all` and `ingest`, with or without the web half.
 */
export interface Ingest {
  /** HTTP intake; answers 503 before `start` and after `stop`. */
  readonly http: HttpIngest
  /** Loads the registers, then accepts connections. Throws when the database is unavailable. */
  start(): Promise<void>
  /** Stops accepting, writes what was accepted, then ends the sessions. */
  stop(): Promise<void>
  /** Where the embedded broker listens; null before `start` and with an external one. */
  mqttPort(): number | null
  stats(): IngestStats
  /** What alarm judging needs to know about stream ownership and listening. */
  readonly judging: {
    readonly streams: Pick<Streams, 'epochOf'>
    /** Time from which silence of a device counts here, epoch ms. */
    readonly heardSinceMs: (deviceNo: number) => number
    readonly isListening: () => boolean
  }
  /** Points are queueing: deferrable work should wait. */
  isBusy(): boolean
}

export function createIngest(deps: IngestDeps): Ingest {
  const parts = assemble(deps)
  const writeBehinds = createWriteBehinds(parts)
  let port: number | null = null
  let stopTimers = () => {}
  return {
    http: parts.http,
    async start() {
      const { bridge, broker, housekeeping, leases, quarantine, register, status } = parts
      await housekeeping.run()
      await ensurePartitions(deps.pool, parts.deps.now())
      await register.start()
      await leases.start()
      await status.start()
      stopTimers = watch(parts)
      for (const part of [...writeBehinds, housekeeping]) part.start()
      await quarantine.replay()
      port = (await broker?.start()) ?? null
      bridge?.follow(holdsStream(leases))
    },
    async stop() {
      const { bridge, broker, events, housekeeping, leases, register, status, writers } = parts
      broker?.quiesce()
      bridge?.quiesce()
      stopTimers()
      register.stop()
      await Promise.all([writers.stop(DRAIN_WITHIN_MS), events.stop(DRAIN_WITHIN_MS)])
      await Promise.all([...writeBehinds.map((part) => part.stop()), housekeeping.stop()])
      await broker?.stop()
      bridge?.stop()
      await status.stop()
      await leases.stop()
    },
    mqttPort: () => port,
    judging: {
      streams: parts.leases,
      heardSinceMs: (deviceNo) => parts.status.heardSinceMs(deviceNo),
      isListening: () => !parts.backlog.isHigh,
    },
    stats: () => ({
      connections: parts.sources.connections(),
      queuedPoints: parts.backlog.points,
      storedPoints: parts.metrics.storedPoints,
      isDatabaseUp: parts.writers.isDatabaseUp,
    }),
    isBusy: () => parts.backlog.points >= BUSY_FROM_POINTS,
  }
}

const holdsStream = (leases: IngestParts['leases']) => (stream: number) => leases.epochOf(stream) !== undefined

/** Subscribes to register and lease changes. @returns a function that unsubscribes. */
function watch({ backlog, bridge, broker, deps, leases, quarantine, register, status }: IngestParts): () => void {
  const subscriptions = [
    deps.bus.subscribe('registers', ({ deviceIds }) => register.invalidate(deviceIds)),
    deps.bus.subscribe('missed', () => register.invalidate()),
  ]
  register.onChange(() => {
    broker?.recheck()
    void status.reloadMaintenance()
    void quarantine.replay()
  })
  backlog.onChange((isHigh) => {
    broker?.setReading(!isHigh)
    bridge?.setReading(!isHigh)
  })
  const recheck = setInterval(() => broker?.recheck(), RECHECK_MS)
  const following = setInterval(() => bridge?.follow(holdsStream(leases)), BRIDGE_FOLLOW_MS)
  return () => {
    clearInterval(following)
    for (const unsubscribe of subscriptions) unsubscribe()
    clearInterval(recheck)
  }
}

function createWriteBehinds({ backlog, counters, deps, gaps, deviceAuth, latest }: IngestParts): WriteBehind[] {
  const { log, now } = deps
  const latestMs = () => (backlog.points >= BUSY_FROM_POINTS ? LATEST_BUSY_MS : LATEST_MS)
  const keepGaps = async () => {
    await gaps.check(now())
    await gaps.flush()
  }
  return [
    new WriteBehind('latest', log, () => latest.flush(), latestMs),
    new WriteBehind(
      'counters',
      log,
      () => counters.flush(),
      () => COUNTERS_MS,
    ),
    new WriteBehind(
      'access',
      log,
      () => deviceAuth.flush(),
      () => ACCESS_MS,
    ),
    new WriteBehind('gaps', log, keepGaps, () => GAPS_MS),
  ]
}
