import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'

/** Work of a `mon_dirty` mark: 1 = minutes from samples, 2 = hours from minutes, 3 = days from hours. */
export type LevelNo = 1 | 2 | 3

export type RollupTable = 'mon_r1m' | 'mon_r1h' | 'mon_r1d'

export interface RollupLevel {
  readonly no: LevelNo
  readonly table: RollupTable
  /** Bucket width. */
  readonly stepMs: number
  /** Table the rows are computed from; undefined = the samples. */
  readonly source: RollupTable | undefined
  /** Width of the bucket that one mark covers. */
  readonly markMs: number
  /** The level that goes stale with this one: its bucket width, and how long its marks are debounced. */
  readonly next: { readonly no: LevelNo; readonly stepMs: number; readonly delayMs: number } | undefined
}

// Debouncing only delays long-range charts and saves most writes: every sample touches its hour and its day.
const HOURS_DELAY_MS = 2 * MINUTE_MS
const DAYS_DELAY_MS = 10 * MINUTE_MS
// A change to a finished bucket is a correction, to be republished within two minutes (domain §7.4).
const CORRECTION_DELAY_MS = 30_000

export const ROLLUP_LEVELS: readonly RollupLevel[] = [
  {
    no: 1,
    table: 'mon_r1m',
    stepMs: MINUTE_MS,
    source: undefined,
    markMs: HOUR_MS,
    next: { no: 2, stepMs: HOUR_MS, delayMs: HOURS_DELAY_MS },
  },
  {
    no: 2,
    table: 'mon_r1h',
    stepMs: HOUR_MS,
    source: 'mon_r1m',
    markMs: DAY_MS,
    next: { no: 3, stepMs: DAY_MS, delayMs: DAYS_DELAY_MS },
  },
  { no: 3, table: 'mon_r1d', stepMs: DAY_MS, source: 'mon_r1h', markMs: DAY_MS, next: undefined },
]

/** A row of `mon_dirty`: instants `fromMs`..`toMs` (closed) inside the bucket that ends at `bucketMs` are stale. */
export interface Mark {
  readonly deviceNo: number
  readonly bucketMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** What a mark recomputes: source instants with loMs < t <= hiMs, whole buckets of the level. */
export interface StaleSpan {
  readonly deviceNo: number
  readonly loMs: number
  readonly hiMs: number
}

/** The whole buckets a mark touches, clipped to the mark's own bucket so that no two spans overlap. */
export function staleSpan({ stepMs, markMs }: RollupLevel, mark: Mark): StaleSpan {
  const firstMs = Math.max(mark.fromMs, mark.bucketMs - markMs + 1)
  const lastMs = Math.min(mark.toMs, mark.bucketMs)
  return { deviceNo: mark.deviceNo, loMs: bucketEnd(firstMs, stepMs) - stepMs, hiMs: bucketEnd(lastMs, stepMs) }
}

/** Marks of the next level for the rows affected by these spans. One per device and bucket, ordered by key. */
export function nextMarks(spans: readonly StaleSpan[], stepMs: number): Mark[] {
  const marks = new Map<string, Mark>()
  for (const { deviceNo, loMs, hiMs } of spans) {
    // Labels of the first and last changed row; a span never crosses a day boundary.
    const label = { fromMs: loMs + stepMs, toMs: hiMs }
    const bucketMs = bucketEnd(hiMs, DAY_MS)
    const key = `${deviceNo}:${bucketMs}`
    const held = marks.get(key)
    marks.set(key, {
      deviceNo,
      bucketMs,
      fromMs: Math.min(label.fromMs, held?.fromMs ?? label.fromMs),
      toMs: Math.max(label.toMs, held?.toMs ?? label.toMs),
    })
  }
  return [...marks.values()].sort((a, b) => a.deviceNo - b.deviceNo || a.bucketMs - b.bucketMs)
}

/** Due time of a mark of the next level; earlier when all buckets it touches ended at least a minute ago. */
export function dueOfNext(
  next: NonNullable<RollupLevel['next']>,
  mark: Mark,
  nowMs: number,
  correctionDelayMs = CORRECTION_DELAY_MS,
): number {
  const isOver = bucketEnd(mark.toMs, next.stepMs) <= nowMs - MINUTE_MS
  return nowMs + (isOver ? correctionDelayMs : next.delayMs)
}
