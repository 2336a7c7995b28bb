/** Histogram in whole milliseconds up to a minute: percentiles over millions of latencies in constant memory. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(60_001)
  #total = 0

  add(latencyMs: number): void {
    const bucket = Math.max(0, Math.min(this.#counts.length - 1, Math.round(latencyMs)))
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#total += 1
  }

  /** Smallest latency not exceeded by `share` of all, ms; NaN when empty. */
  percentile(share: number): number {
    if (this.#total === 0) return Number.NaN
    const wanted = this.#total * share
    let seen = 0
    for (const [latencyMs, count] of this.#counts.entries()) {
      seen += count
      if (seen >= wanted) return latencyMs
    }
    return this.#counts.length - 1
  }
}
