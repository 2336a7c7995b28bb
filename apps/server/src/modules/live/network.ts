import { element } from '@natim/domain/element'
import { MINUTE_MS } from '@natim/domain/time'
import type { Bus, StoredPoints } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findAllLatest, findAllStates, findRegisterFingerprint } from './directory.repository.ts'
import { type Directory, loadDirectory } from './directory.ts'
import { createLiveState, type LiveState } from './live-state.ts'
import { createStreamWatch } from './stream-watch.ts'

/** Safety net for lost messages. */
const REPAIR_EVERY_MS = MINUTE_MS
/** For rows written directly to the database without changing the fingerprint. */
const RELOAD_EVERY_MS = 10 * MINUTE_MS
const RETRY_MS = 2_000
/** Interval of checks; a value lost by the bus is at most two of them late. */
const CHECK_MS = 2_000

export interface NetworkDeps {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** The whole network in memory: the register and its current state. */
export interface Network {
  readonly state: LiveState
  /** The register, including any change announced before the call. @throws AppError `service.unavailable` */
  fresh(): Promise<Directory>
  /** The register as last read; undefined before the first read. */
  current(): Directory | undefined
  /** Calls back after each read; returns the unsubscribe function. */
  onReload(listener: (directory: Directory) => void): () => void
  /** Calls back with stored points after the state has applied them; returns the unsubscribe function. */
  onPoints(listener: (points: StoredPoints) => void): () => void
  /** How often lost points were read again. */
  holes(): number
  stop(): void
}

/** Subscribes at once and reads the database in the background, retrying until it answers. */
export function startNetwork({ db, bus, clock, onError }: NetworkDeps): Network {
  const state = createLiveState(clock.now)
  const listeners = new Set<(directory: Directory) => void>()
  const pointListeners = new Set<(points: StoredPoints) => void>()
  const watch = createStreamWatch(db, clock)
  let directory: Directory | undefined
  let fingerprint = ''
  let loadedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<boolean> | undefined
  let checking: Promise<void> | undefined
  let isStale = true
  let isStopped = false

  async function read(): Promise<void> {
    const mustLoad = isStale || clock.now() - loadedAtMs > RELOAD_EVERY_MS
    isStale = false
    // Before the values: later commits are either heard or detected as missed.
    if (loadedAtMs === Number.NEGATIVE_INFINITY) await watch.check()
    const [found] = await Promise.all([findRegisterFingerprint(db), repair(db, state, clock.now())])
    if (!mustLoad && found === fingerprint) return
    const next = await loadDirectory(db)
    if (isStopped) return
    directory = next
    fingerprint = found
    loadedAtMs = clock.now()
    for (const listener of listeners) listener(next)
  }

  /** One read at a time; resolves to whether it succeeded. */
  function refresh(): Promise<boolean> {
    reading ??= read()
      .then(
        () => true,
        (error: unknown) => {
          isStale = true
          if (!isStopped) onError(error)
          return false
        },
      )
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function fresh(): Promise<Directory> {
    // A change announced during a read is covered by the next one.
    let isRead = true
    for (let round = 0; isRead && round < 2 && (isStale || reading); round++) isRead = await refresh()
    if (!directory) throw new AppError('service.unavailable')
    return directory
  }

  function take(points: StoredPoints): void {
    state.applyPoints(points)
    for (const listener of pointListeners) listener(points)
  }

  async function readMissed(): Promise<void> {
    const points = await watch.check()
    if (points && !isStopped) take(newerOf(points, state))
  }

  const stops = [
    bus.subscribe('points', (points) => {
      watch.heard(points)
      take(points)
    }),
    clock.every(CHECK_MS, () => {
      checking ??= readMissed()
        .catch((error: unknown) => {
          if (!isStopped) onError(error)
        })
        .finally(() => {
          checking = undefined
        })
    }),
    bus.subscribe('deviceStatus', (changes) => state.applyStatus(changes)),
    bus.subscribe('registers', announce),
    bus.subscribe('missed', announce),
    clock.every(REPAIR_EVERY_MS, () => void refresh()),
    clock.every(RETRY_MS, () => {
      if (isStale) void refresh()
    }),
  ]

  function announce(): void {
    isStale = true
    void refreshSoon()
  }

  /** An import announces every row: one read covers all rows announced before it began. */
  async function refreshSoon(): Promise<void> {
    await reading
    if (isStale) await refresh()
  }

  void refresh()
  return {
    state,
    fresh,
    current: () => directory,
    onReload(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onPoints(listener) {
      pointListeners.add(listener)
      return () => pointListeners.delete(listener)
    },
    holes: watch.holes,
    stop() {
      isStopped = true
      for (const stop of stops) stop()
    },
  }
}

/** Points newer than the known ones of their channel; the others were heard already or are no longer live values. */
function newerOf(points: StoredPoints, state: LiveState): StoredPoints {
  const isNewer = points.channelNos.map(
    (channelNo, i) => element(points.tsMs[i]) > (state.latestOf(channelNo)?.ts ?? Number.NEGATIVE_INFINITY),
  )
  const kept = (column: readonly number[]) => column.filter((_, i) => isNewer[i])
  return {
    commits: [],
    deviceIds: kept(points.deviceIds),
    channelNos: kept(points.channelNos),
    tsMs: kept(points.tsMs),
    values: kept(points.values),
    flags: kept(points.flags),
  }
}

async function repair(db: Db, state: LiveState, readAtMs: number): Promise<void> {
  const [latest, states] = await Promise.all([findAllLatest(db), findAllStates(db)])
  for (let i = 0; i < latest.channelNos.length; i++) {
    state.applySample(
      element(latest.channelNos[i]),
      element(latest.tsMs[i]),
      element(latest.v[i]),
      element(latest.q[i]),
    )
  }
  for (const { deviceNo, status, lastSeenMs, lng, lat } of states) {
    const place = lng === null || lat === null ? null : { lng, lat }
    state.repairState({ deviceNo, status, lastSeenMs, place }, readAtMs)
  }
}
