/** Counters of a run. A message is counted once, when it is first sent. */
export interface Counts {
  readonly sent: number
  readonly acked: number
  readonly pointsSent: number
  readonly pointsAcked: number
  /** Refused permanently by the server (HTTP 4xx): neither lost nor acknowledged. */
  readonly refused: number
  /** Dropped because a device's memory was full. */
  readonly dropped: number
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number }
}

export interface Statistics {
  countSent(points: number): void
  countAcked(points: number, latencyMs: number): void
  countRefused(): void
  countDropped(points: number): void
  counts(): Counts
}

/** Bucket n holds latencies up to 0.1 ms × 1.1^n; the last one everything above about 20 min. */
const FIRST_MS = 0.1
const GROWTH = 1.1
const BUCKETS = 180

export function createStatistics(): Statistics {
  const buckets = new Uint32Array(BUCKETS)
  let [sent, acked, pointsSent, pointsAcked, refused, dropped] = [0, 0, 0, 0, 0, 0]

  return {
    countSent(points) {
      sent++
      pointsSent += points
    },
    countAcked(points, latencyMs) {
      acked++
      pointsAcked += points
      const bucket = Math.ceil(Math.log(Math.max(latencyMs, FIRST_MS) / FIRST_MS) / Math.log(GROWTH))
      const index = Math.min(BUCKETS - 1, bucket)
      buckets[index] = (buckets[index] ?? 0) + 1
    },
    countRefused: () => refused++,
    countDropped: (points) => {
      dropped += points
    },
    counts: () => ({
      sent,
      acked,
      pointsSent,
      pointsAcked,
      refused,
      dropped,
      latencyMs: {
        p50: percentile(buckets, acked, 0.5),
        p95: percentile(buckets, acked, 0.95),
        p99: percentile(buckets, acked, 0.99),
      },
    }),
  }
}

/** Upper edge of the bucket that holds the quantile, so a figure is never below the true value; 0 without data. */
function percentile(buckets: Uint32Array, total: number, quantile: number): number {
  let left = Math.ceil(total * quantile)
  if (left === 0) return 0
  const index = buckets.findIndex((count) => (left -= count) <= 0)
  return Math.round(FIRST_MS * GROWTH ** index * 100) / 100
}
