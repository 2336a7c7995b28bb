/** One minute of a counter; `tMs` is its end. */
export interface BioPoint {
  readonly tMs: number
  readonly value: number | null
}

/**
 * Multiples of the 24 h median, held for three minutes (domain §3.12). Own figures: there is no published national
 * threshold.
 */
export const BIO_TIMES = [3, 5, 10] as const
export const BIO_HOLD_MS = 3 * 60_000
const WINDOW_MS = 24 * 3_600_000
/** Minimum number of minutes for a median. */
const MIN_MINUTES = 360

export interface BioRatio {
  readonly tMs: number
  /** Median of the preceding 24 h; null with too little data. */
  readonly median: number | null
  readonly ratio: number | null
}

export interface BioCrossing {
  readonly times: (typeof BIO_TIMES)[number]
  /** Start of the crossing, and when it had been held for three minutes. */
  readonly sinceMs: number
  readonly heldMs: number
  /** End of the last minute that reached it; null while it continues. */
  readonly endMs: number | null
}

/** Ratio of each minute to the median of the preceding 24 h, excluding the minute itself. */
export function bioRatios(points: readonly BioPoint[]): BioRatio[] {
  const window: { readonly tMs: number; readonly value: number }[] = []
  const sorted: number[] = []
  let oldest = 0
  return points.map(({ tMs, value }) => {
    for (let held = window[oldest]; held && held.tMs < tMs - WINDOW_MS; held = window[oldest]) {
      sorted.splice(position(sorted, held.value), 1)
      oldest += 1
    }
    const median = sorted.length < MIN_MINUTES ? null : medianOf(sorted)
    if (value !== null) {
      window.push({ tMs, value })
      sorted.splice(position(sorted, value), 0, value)
    }
    return { tMs, median, ratio: value === null || median === null || median <= 0 ? null : value / median }
  })
}

/** When ×3, ×5 and ×10 had been held. A missing minute interrupts. @param stepMs between two minutes */
export function bioCrossings(ratios: readonly BioRatio[], stepMs = 60_000): BioCrossing[] {
  return BIO_TIMES.flatMap((times) => {
    const found: BioCrossing[] = []
    let sinceMs: number | undefined
    let lastMs = 0
    const close = (endMs: number | null) => {
      const heldMs = (sinceMs ?? 0) + BIO_HOLD_MS
      if (sinceMs !== undefined && lastMs >= heldMs) found.push({ times, sinceMs, heldMs, endMs })
      sinceMs = undefined
    }
    for (const { tMs, ratio } of ratios) {
      const isReached = ratio !== null && ratio >= times
      if (sinceMs !== undefined && (!isReached || tMs - lastMs > stepMs)) close(lastMs)
      // A crossing starts at the start of its first minute.
      if (isReached) {
        sinceMs ??= tMs - stepMs
        lastMs = tMs
      }
    }
    close(null)
    return found
  }).toSorted((a, b) => a.sinceMs - b.sinceMs || a.times - b.times)
}

/** Insertion index of a value in an ascending list. */
function position(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function medianOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2
}
