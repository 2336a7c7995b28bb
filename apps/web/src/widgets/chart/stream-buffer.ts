/** `[channelNo, ts epoch ms, value, quality bits]` as the live feed sends it. */
export type StreamPoint = readonly [channelNo: number, tsMs: number, value: number, q: number]

export interface StreamBufferLimits {
  /** Maximum points per channel. */
  readonly maxPoints: number
  /** Points this much older than the newest of any channel are dropped, ms. */
  readonly maxAgeMs: number
}

/** Columns of one channel, ascending in time. Valid until the next push. */
export interface StreamColumns {
  readonly timesMs: readonly number[]
  readonly values: readonly number[]
  readonly q: readonly number[]
}

/** Ring buffer of one channel: three typed columns, shifted by moving the head instead of copying. */
class Column {
  private readonly times: Float64Array
  private readonly values: Float64Array
  private readonly flags: Int32Array
  private head = 0
  private length = 0

  constructor(capacity: number) {
    this.times = new Float64Array(capacity)
    this.values = new Float64Array(capacity)
    this.flags = new Int32Array(capacity)
  }

  private slot(index: number): number {
    return (this.head + index) % this.times.length
  }

  private timeAt(index: number): number {
    return this.times[this.slot(index)] ?? 0
  }

  private write(index: number, tsMs: number, value: number, q: number): void {
    const slot = this.slot(index)
    this.times[slot] = tsMs
    this.values[slot] = value
    this.flags[slot] = q
  }

  /** Inserts in time order; for equal instants the later value wins. */
  insert(tsMs: number, value: number, q: number): void {
    let index = this.length
    while (index > 0 && this.timeAt(index - 1) > tsMs) index -= 1
    if (index > 0 && this.timeAt(index - 1) === tsMs) {
      this.write(index - 1, tsMs, value, q)
      return
    }
    if (this.length === this.times.length) {
      if (index === 0) return
      this.head = this.slot(1)
      this.length -= 1
      index -= 1
    }
    for (let at = this.length; at > index; at -= 1) {
      const from = this.slot(at - 1)
      this.write(at, this.times[from] ?? 0, this.values[from] ?? 0, this.flags[from] ?? 0)
    }
    this.write(index, tsMs, value, q)
    this.length += 1
  }

  dropBefore(tsMs: number): void {
    while (this.length > 0 && this.timeAt(0) < tsMs) {
      this.head = this.slot(1)
      this.length -= 1
    }
  }

  read(): StreamColumns {
    const pick = (column: Float64Array | Int32Array) =>
      Array.from({ length: this.length }, (_, index) => column[this.slot(index)] ?? 0)
    return { timesMs: pick(this.times), values: pick(this.values), q: pick(this.flags) }
  }
}

/** Live points of a chart, kept outside React, limited by count and age. */
export interface StreamBuffer {
  push: (points: readonly StreamPoint[]) => void
  columns: (channelNo: number) => StreamColumns
  /** Called after each push; returns the unsubscribe function. */
  subscribe: (onPush: () => void) => () => void
  clear: () => void
}

const NOTHING: StreamColumns = { timesMs: [], values: [], q: [] }

/** An empty buffer. A channel takes 20 bytes per point, allocated with its first point. */
export function createStreamBuffer({ maxPoints, maxAgeMs }: StreamBufferLimits): StreamBuffer {
  const channels = new Map<number, Column>()
  const listeners = new Set<() => void>()
  let newestMs = Number.NEGATIVE_INFINITY
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    push(points) {
      for (const [channelNo, tsMs, value, q] of points) {
        newestMs = Math.max(newestMs, tsMs)
        let column = channels.get(channelNo)
        if (!column) channels.set(channelNo, (column = new Column(maxPoints)))
        column.insert(tsMs, value, q)
      }
      for (const column of channels.values()) column.dropBefore(newestMs - maxAgeMs)
      if (points.length > 0) notify()
    },
    columns: (channelNo) => channels.get(channelNo)?.read() ?? NOTHING,
    subscribe(onPush) {
      listeners.add(onPush)
      return () => void listeners.delete(onPush)
    },
    clear() {
      channels.clear()
      newestMs = Number.NEGATIVE_INFINITY
      notify()
    },
  }
}
