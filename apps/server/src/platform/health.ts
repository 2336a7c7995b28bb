import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import { migrationNames } from './db/migrate.ts'
import { findAppliedMigrations } from './health.repository.ts'

export type Readiness = 'ok' | 'starting' | 'unavailable'

export interface HealthDeps {
  readonly db: Db
  readonly clock: Clock
  /** True until every component of the process runs. */
  readonly isStarting?: () => boolean
  /** True once the process is told to stop. */
  readonly isStopping?: () => boolean
  readonly onError: (error: unknown) => void
}

export interface Health {
  /** Whether calls should be routed here. Checks at most once a second, however often it is called. */
  readiness(): Promise<Readiness>
  stop(): void
}

const LOOK_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 1_000
const LAG_WINDOW_MS = 5_000
/** Mean event loop delay above which every response is late; a single long pause is not counted. */
const MAX_LAG_MS = 500
const RESOLUTION_MS = 20
const NANOSECONDS_PER_MS = 1e6

/** Judges whether the process can serve: database up, schema at least as new as this build, event loop responsive. */
export function createHealth(deps: HealthDeps): Health {
  const { db, clock, onError } = deps
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let lagMs = 0
  let held: { readonly untilMs: number; readonly readiness: Promise<Readiness> } | undefined
  const stopTimer = clock.every(LAG_WINDOW_MS, () => {
    lagMs = delay.mean / NANOSECONDS_PER_MS - RESOLUTION_MS
    delay.reset()
  })

  async function look(): Promise<Readiness> {
    if (deps.isStopping?.()) return 'unavailable'
    if (deps.isStarting?.()) return 'starting'
    if (lagMs > MAX_LAG_MS) return 'unavailable'
    try {
      return (await isSchemaCurrent(db)) ? 'ok' : 'starting'
    } catch (error) {
      onError(error)
      return 'unavailable'
    }
  }

  return {
    readiness() {
      if (held && clock.now() < held.untilMs) return held.readiness
      const readiness = look()
      held = { untilMs: clock.now() + LOOK_EVERY_MS, readiness }
      return readiness
    },
    stop() {
      stopTimer()
      delay.disable()
    },
  }
}

/** An older schema is about to be migrated by another instance; a newer one is fine (security §8, migrations). */
async function isSchemaCurrent(db: Db): Promise<boolean> {
  const [known, applied] = await Promise.all([migrationNames(), inTime(findAppliedMigrations(db))])
  return known.every((name) => applied.has(name))
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // A late failure was reported already.
    work.catch(() => undefined)
  }
}
