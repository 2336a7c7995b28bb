import { element } from '@natim/domain/element'
import { QUALITY } from '@natim/domain/quality'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import { countPoints, type Points } from './points.ts'

/** Why results computed from samples may have to be recomputed. */
export type LateCause = 'late' | 'order' | 'fin'

/** One row of `mon_late_mark`: instants `fromMs`..`toMs` (closed) of the hour that ends at `bucketMs`. */
export interface LateMark {
  readonly deviceNo: number
  readonly channelNo: number
  readonly bucketMs: number
  readonly cause: LateCause
  fromMs: number
  toMs: number
}

/**
 * Spans a commit changed behind the newest samples.
 *
 * @param replaced rows whose values were replaced by final ones; they are part of `stored` as well.
 * @returns sorted by key, so that concurrent transactions lock rows in the same order.
 */
export function lateMarks(stored: Points, replaced: Points): LateMark[] {
  const marks: Marks = { byKey: new Map(), newest: new Map() }
  for (let i = 0; i < countPoints(stored); i++) {
    const cause = causeOf(stored, i)
    if (cause) widen(marks, stored, i, cause)
  }
  for (let i = 0; i < countPoints(replaced); i++) widen(marks, replaced, i, 'fin')
  return [...marks.byKey.values()].sort(inOrder)
}

interface Marks {
  readonly byKey: Map<string, LateMark>
  /** By channel: nearly always the mark of the next point too, found without building its key. */
  readonly newest: Map<number, LateMark>
}

function causeOf({ channels, flags, tsMs }: Points, i: number): LateCause | undefined {
  if ((element(flags[i]) & QUALITY.late) !== 0) return 'late'
  return element(tsMs[i]) < (channels[i]?.latestTs ?? 0) ? 'order' : undefined
}

function widen({ byKey, newest }: Marks, points: Points, i: number, cause: LateCause): void {
  const channelNo = element(points.channelNos[i])
  const ts = element(points.tsMs[i])
  const bucketMs = bucketEnd(ts, HOUR_MS)
  const recent = newest.get(channelNo)
  if (recent?.bucketMs === bucketMs && recent.cause === cause) return include(recent, ts)
  const key = `${channelNo}@${bucketMs}${cause}`
  const mark = byKey.get(key) ?? {
    deviceNo: element(points.deviceNos[i]),
    channelNo,
    bucketMs,
    cause,
    fromMs: ts,
    toMs: ts,
  }
  include(mark, ts)
  byKey.set(key, mark)
  newest.set(channelNo, mark)
}

function include(mark: LateMark, ts: number): void {
  mark.fromMs = Math.min(mark.fromMs, ts)
  mark.toMs = Math.max(mark.toMs, ts)
}

const inOrder = (a: LateMark, b: LateMark) =>
  a.deviceNo - b.deviceNo || a.channelNo - b.channelNo || a.bucketMs - b.bucketMs || a.cause.localeCompare(b.cause)
