import type { StoredPoints } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { streamOf } from '../device-status/index.ts'
import { findNewSamples, findSequences } from './stream-watch.repository.ts'

/** Maximum delay between receiving and committing samples while the database is slow. */
const COMMIT_WITHIN_MS = 120_000

interface PartlyHeard {
  /** Points still missing. */
  missing: number
  /** First point of each part heard: a repeated part does not stand for another one. */
  readonly parts: Set<string>
}

interface Progress {
  /** Every commit up to this one has been heard or read. */
  seq: number
  /** When `seq` was reached, epoch ms. */
  atMs: number
  /** Commits after `seq` of which at least a part has been heard. */
  readonly heard: Map<number, PartlyHeard>
  /** The sequence at the previous check: anything up to it that is missing by the next check is lost. */
  due: number
}

/**
 * Follows the commit sequences and reads points the bus has lost. Late samples are not looked for, as they are no live
 * values.
 */
export function createStreamWatch(db: Db, clock: Clock) {
  const streams = new Map<number, Progress>()
  let holes = 0

  function heard({ commits, deviceIds, channelNos, tsMs }: StoredPoints): void {
    const isWhole = commits.reduce((sum, { points }) => sum + points, 0) === deviceIds.length
    const part = `${channelNos[0]}@${tsMs[0]}`
    for (const { stream, seq, points } of commits) {
      const progress = streams.get(stream)
      if (!progress || seq <= progress.seq) continue
      const own = isWhole ? points : deviceIds.filter((deviceNo) => streamOf(deviceNo) === stream).length
      const held = progress.heard.get(seq) ?? { missing: points, parts: new Set() }
      if (held.parts.has(part)) continue
      held.parts.add(part)
      held.missing -= own
      progress.heard.set(seq, held)
      advance(progress)
    }
  }

  function advance(progress: Progress): void {
    while (progress.heard.get(progress.seq + 1)?.missing === 0) {
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
    /** Whether an earlier commit of a stream is still in flight: these points would overtake it. */
    isAhead: ({ commits }: Pick<StoredPoints, 'commits'>): boolean =>
      commits.some(({ stream, seq }) => seq > (streams.get(stream)?.seq ?? Number.POSITIVE_INFINITY) + 1),
    /** Stored sequences of some streams. */
    sequencesOf: async (wanted: readonly number[]): Promise<(readonly [stream: number, seq: number])[]> =>
      wanted.length === 0
        ? []
        : (await findSequences(db)).flatMap(({ stream, seq }) =>
            wanted.includes(stream) ? [[stream, seq] as const] : [],
          ),
    /** Number of re-reads since the start. */
    holes: () => holes,
    /** Call every few seconds. @returns points committed and not heard since the call before last; undefined = none. */
    async check(): Promise<StoredPoints | undefined> {
      const sequences = await findSequences(db)
      const missing: [stream: number, Progress][] = []
      for (const { stream, seq } of sequences) {
        const progress = streams.get(stream)
        // A new stream, or a different database.
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
