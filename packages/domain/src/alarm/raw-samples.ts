/** Samples of one channel, ascending by time, one per instant. Columnar, because thousands of channels keep them. */
export interface RawSamples {
  timesMs: Float64Array
  values: Float64Array
  /** Samples are `[start, end)` of the columns. */
  start: number
  end: number
  /** At or before this instant samples may have been dropped for lack of room. */
  cutMs: number
  readonly most: number
}

const FIRST_ROOM = 8
const GROWTH = 1.5

/** @param most samples kept at once; beyond that the oldest are dropped. */
export const createRawSamples = (most: number): RawSamples => ({
  timesMs: new Float64Array(FIRST_ROOM),
  values: new Float64Array(FIRST_ROOM),
  start: 0,
  end: 0,
  cutMs: Number.NEGATIVE_INFINITY,
  most,
})

/** Adds the newest sample. Samples at or before `expiredMs` may be dropped. */
export function appendSample(raw: RawSamples, tsMs: number, value: number, expiredMs: number): void {
  if (raw.end === raw.timesMs.length) makeRoom(raw, expiredMs)
  raw.timesMs[raw.end] = tsMs
  raw.values[raw.end] = value
  raw.end += 1
}

/** Inserts an older sample at its time; false if the instant exists already or is too old to be kept. */
export function insertSample(raw: RawSamples, tsMs: number, value: number, expiredMs: number): boolean {
  if (tsMs <= raw.cutMs) return false
  const found = firstAfter(raw, tsMs)
  if (found > raw.start && raw.timesMs[found - 1] === tsMs) return false
  const fromEnd = raw.end - found
  if (raw.end === raw.timesMs.length) makeRoom(raw, expiredMs)
  const at = raw.end - fromEnd
  if (at < 0) return false
  raw.timesMs.copyWithin(at + 1, at, raw.end)
  raw.values.copyWithin(at + 1, at, raw.end)
  raw.timesMs[at] = tsMs
  raw.values[at] = value
  raw.end += 1
  return true
}

/** Index of the first sample after an instant; `end` if there is none. */
export function firstAfter({ timesMs, start, end }: RawSamples, tsMs: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timesMs[middle] ?? 0) > tsMs) high = middle
    else low = middle + 1
  }
  return low
}

function makeRoom(raw: RawSamples, expiredMs: number): void {
  const { timesMs, end } = raw
  let start = raw.start
  while (start < end && (timesMs[start] ?? 0) <= expiredMs) start += 1
  const room = timesMs.length
  if (end - start >= raw.most) {
    start = end - Math.floor(raw.most * 0.75)
    raw.cutMs = timesMs[start - 1] ?? raw.cutMs
  }
  // Moving is cheap (amortised) as long as it frees a quarter each time.
  const isCrowded = end - start > room * 0.75
  const nextRoom = isCrowded ? Math.min(Math.ceil(room * GROWTH), raw.most) : room
  raw.timesMs = moved(raw.timesMs, start, end, nextRoom)
  raw.values = moved(raw.values, start, end, nextRoom)
  raw.start = 0
  raw.end = end - start
}

function moved(column: Float64Array, start: number, end: number, room: number): Float64Array {
  if (room === column.length) return column.copyWithin(0, start, end)
  const next = new Float64Array(room)
  next.set(column.subarray(start, end))
  return next
}
