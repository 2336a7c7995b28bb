import type { MetricAgg } from '../metric.ts'

/** Per-minute totals of one channel for the newest `room` minutes; a minute is numbered by its end, epoch / 60 s. */
export interface MinuteBuckets {
  /** Σ of the metric's addends, or the maximum. */
  readonly totals: Float64Array
  readonly counts: Uint16Array
  readonly agg: MetricAgg
  /** Number of the current minute; −1 before the first. */
  head: number
}

/** Total and count of some minutes. */
export interface Span {
  /** Requested length. */
  readonly seconds: number
  /** 0 = exact, from samples. */
  readonly minutes: number
  total: number
  n: number
  /** The closed minutes before the current one, summed at its start: 480 additions per minute, not per sample. */
  closedTotal: number
  closedN: number
  closedHead: number
}

export const createMinuteBuckets = (room: number, agg: MetricAgg): MinuteBuckets => ({
  totals: new Float64Array(room),
  counts: new Uint16Array(room),
  agg,
  head: -1,
})

export const createSpan = (seconds: number, minutes: number): Span => ({
  seconds,
  minutes,
  total: 0,
  n: 0,
  closedTotal: 0,
  closedN: 0,
  closedHead: -1,
})

/** Advances to a later minute; skipped minutes are empty. */
export function advanceTo(buckets: MinuteBuckets, minute: number): void {
  const room = buckets.counts.length
  if (minute <= buckets.head) return
  const first = buckets.head < 0 ? minute : Math.max(buckets.head + 1, minute - room + 1)
  for (let m = first; m <= minute; m += 1) {
    buckets.totals[m % room] = 0
    buckets.counts[m % room] = 0
  }
  buckets.head = minute
}

const isKept = ({ head, counts }: MinuteBuckets, minute: number) => minute <= head && minute > head - counts.length

/** Adds one sample to a minute that is kept. */
export function addToMinute(buckets: MinuteBuckets, minute: number, value: number): void {
  if (!isKept(buckets, minute)) return
  const at = minute % buckets.counts.length
  const n = buckets.counts[at] ?? 0
  buckets.totals[at] = n === 0 ? value : joined(buckets.agg, buckets.totals[at] ?? 0, value)
  buckets.counts[at] = n + 1
}

/** Sets a minute that is kept. */
export function setMinute(buckets: MinuteBuckets, minute: number, total: number, n: number): void {
  if (!isKept(buckets, minute)) return
  const at = minute % buckets.counts.length
  buckets.totals[at] = total
  buckets.counts[at] = n
}

/** Number of samples in the kept minutes (after, until]. */
export function countOf({ counts, head }: MinuteBuckets, after: number, until: number): number {
  let n = 0
  for (let m = Math.max(0, after + 1, head - counts.length + 1); m <= Math.min(until, head); m += 1)
    n += counts[m % counts.length] ?? 0
  return n
}

const joined = (agg: MetricAgg, a: number, b: number): number => (agg === 'max' ? Math.max(a, b) : a + b)

/** Brings a span up to date; always adds in the same order, so that equal minutes give equal totals. */
export function readSpan(buckets: MinuteBuckets, span: Span): void {
  const { totals, counts, head, agg } = buckets
  const room = counts.length
  if (span.closedHead !== head) {
    span.closedTotal = agg === 'max' ? Number.NEGATIVE_INFINITY : 0
    span.closedN = 0
    for (let m = Math.max(0, head - span.minutes + 1); m < head; m += 1) {
      const n = counts[m % room] ?? 0
      if (n > 0) span.closedTotal = joined(agg, span.closedTotal, totals[m % room] ?? 0)
      span.closedN += n
    }
    span.closedHead = head
  }
  const n = counts[head % room] ?? 0
  span.n = span.closedN + n
  span.total = n === 0 ? span.closedTotal : joined(agg, span.closedTotal, totals[head % room] ?? 0)
}
