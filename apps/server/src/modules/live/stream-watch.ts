import type { StoredPoints } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { streamOf } from '../device-status/index.ts'
import { findNewSamples, findSequences } from './stream-watch.repository.ts'

/** What waits in a process while the database is slow is received long before it is committed. */
const COMMIT_WITHIN_MS = 120_000

interface Progress {
  /** Every commit up to this one has been heard or read. */
  seq: number
  /** When that became so, epoch ms. */
  atMs: number
  /** Points that are still missing, of commits after `seq` of which a part was heard. */
  readonly heard: Map<number, number>
  /** What the database said at the look before: what is not here by the next one is lost. */
  due: number
}

/**
 * Follows the sequences that commits raise, and reads again what messages of the bus have lost.
 * What came late is not looked for: it is no live value.
 */
export function createStreamWatch(db: Db, clock: Clock) {
  const streams = new Map<number, Progress>()
  let holes = 0

  function heard({ commits, deviceIds }: StoredPoints): void {
    const isWhole = commits.reduce((sum, { points }) => sum + points, 0) === deviceIds.length
    for (const { stream, seq, points } of commits) {
      const progress = streams.get(stream)
      if (!progress || seq <= progress.seq) continue
      const own = isWhole ? points : deviceIds.filter((deviceNo) => streamOf(deviceNo) === stream).length
      progress.heard.set(seq, (progress.heard.get(seq) ?? points) - own)
      advance(progress)
    }
  }

  function advance(progress: Progress): void {
    while (progress.heard.get(progress.seq + 1) === 0) {
      progress.seq += 1
      progress.heard.delete(progress.seq)
      progress.atMs = clock.now()
    }
  }

  function caughtUp(progress: Progress, seq: number): void {
    progress.seq = seq
    progress.atMs = clock.now()
    for (const held of progress.heard.keys()) if (held <= seq) progress.heard.delete(held)
    advance(progress)
  }

  return {
    heard,
    /** Whether an earlier commit of a stream is still on its way: what these points bring would overtake it. */
    isAhead: ({ commits }: Pick<StoredPoints, 'commits'>): boolean =>
      commits.some(({ stream, seq }) => seq > (streams.get(stream)?.seq ?? Number.POSITIVE_INFINITY) + 1),
    /** How far some streams have come in the database. */
    sequencesOf: async (wanted: readonly number[]): Promise<(readonly [stream: number, seq: number])[]> =>
      wanted.length === 0
        ? []
        : (await findSequences(db)).flatMap(({ stream, seq }) =>
            wanted.includes(stream) ? [[stream, seq] as const] : [],
          ),
    /** How often something was read again since the start. */
    holes: () => holes,
    /** Call every few seconds. @returns what was committed and not heard since the call before the last; undefined = nothing. */
    async check(): Promise<StoredPoints | undefined> {
      const sequences = await findSequences(db)
      const missing: [stream: number, Progress][] = []
      for (const { stream, seq } of sequences) {
        const progress = streams.get(stream)
        // New here, or the database is another one than before.
        if (!progress || seq < progress.seq) {
          streams.set(stream, { seq, atMs: clock.now(), heard: new Map(), due: seq })
          continue
        }
        if (progress.seq < progress.due) missing.push([stream, { ...progress }])
        progress.due = seq
      }
      if (missing.length === 0) return undefined
      const sinceMs = Math.min(...missing.map(([, { atMs }]) => atMs)) - COMMIT_WITHIN_MS
      const points = await findNewSamples(
        db,
        missing.map(([stream]) => stream),
        sinceMs,
      )
      for (const [stream, { due }] of missing) {
        const progress = streams.get(stream)
        if (progress && progress.seq < due) caughtUp(progress, due)
      }
      holes += 1
      return points
    },
  }
}
