import { element } from '@natim/domain/element'
import { bucketEnd, HOUR_MS, MINUTE_MS } from '@natim/domain/time'

/** Rollups of the current minute wait for its end and for stragglers; older ones wait only for adjacent samples. */
const SETTLE_MS = 5_000

/** One row of `mon_dirty`, level 1: instants `fromMs`..`toMs` (closed) of the hour that ends at `bucketMs` are stale. */
export interface DirtyMark {
  readonly deviceNo: number
  readonly bucketMs: number
  fromMs: number
  toMs: number
  /** When the rollup worker is to process it. */
  dueMs: number
}

// Hours since the epoch stay below 2^20 for another century.
const HOUR_RADIX = 2 ** 20

/** Stale ranges left by a group of samples, one per device and hour. */
export class DirtyMarks {
  readonly #marks = new Map<number, DirtyMark>()

  /**
   * Adds the points of one message.
   *
   * @param isKept by position: whether the point is stored at all.
   */
  addMessage(deviceNo: number, tsMs: readonly number[], isKept: (index: number) => boolean, rxMs: number): void {
    let minMs = Number.POSITIVE_INFINITY
    let maxMs = Number.NEGATIVE_INFINITY
    for (let i = 0; i < tsMs.length; i++) {
      if (!isKept(i)) continue
      const ts = element(tsMs[i])
      if (ts < minMs) minMs = ts
      if (ts > maxMs) maxMs = ts
    }
    if (minMs > maxMs) return
    // The common case: a message spans minutes.
    if (bucketEnd(minMs, HOUR_MS) === bucketEnd(maxMs, HOUR_MS)) {
      this.#addRange(deviceNo, minMs, maxMs, rxMs)
      return
    }
    for (let i = 0; i < tsMs.length; i++) {
      const ts = element(tsMs[i])
      if (isKept(i)) this.#addRange(deviceNo, ts, ts, rxMs)
    }
  }

  /** Both ends lie in one hour bucket. */
  #addRange(deviceNo: number, fromMs: number, toMs: number, rxMs: number): void {
    const bucketMs = bucketEnd(toMs, HOUR_MS)
    const key = deviceNo * HOUR_RADIX + bucketMs / HOUR_MS
    const dueMs = Math.max(rxMs, Math.min(bucketEnd(toMs, MINUTE_MS), rxMs + MINUTE_MS)) + SETTLE_MS
    const mark = this.#marks.get(key)
    if (mark === undefined) {
      this.#marks.set(key, { deviceNo, bucketMs, fromMs, toMs, dueMs })
      return
    }
    if (fromMs < mark.fromMs) mark.fromMs = fromMs
    if (toMs > mark.toMs) mark.toMs = toMs
    if (dueMs < mark.dueMs) mark.dueMs = dueMs
  }

  /** Unordered. */
  values(): Iterable<DirtyMark> {
    return this.#marks.values()
  }

  /** Sorted by key, so that concurrent transactions lock rows in the same order. */
  sorted(): DirtyMark[] {
    return [...this.#marks.values()].sort((a, b) => a.deviceNo - b.deviceNo || a.bucketMs - b.bucketMs)
  }
}
