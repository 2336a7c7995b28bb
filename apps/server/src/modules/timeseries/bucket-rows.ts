import type { Db } from '../../platform/db/db.ts'
import { ROLLUP_STEP_MS } from './level.ts'
import { type ChannelKey, findRollupBuckets, type Span } from './series.repository.ts'
import { bucketFigures } from './series.ts'

export interface BucketRow {
  /** End of the bucket, epoch ms. */
  readonly tMs: number
  readonly channelNo: number
  /** The value the chart draws; null without valid samples. */
  readonly value: number | null
  readonly min: number | null
  readonly max: number | null
  readonly n: number
  readonly valid: number
}

/** Hourly or daily rows of channels with ends in (fromMs, toMs], by time and channel. */
export async function readBucketRows(
  db: Db,
  level: '1h' | '1d',
  channels: readonly (ChannelKey & { readonly precision: number })[],
  span: Span,
): Promise<BucketRow[]> {
  const byNo = new Map(channels.map((channel) => [channel.channelNo, channel]))
  const found = await findRollupBuckets(db, level, channels, span, ROLLUP_STEP_MS[level])
  return found
    .flatMap((buckets) => {
      const { agg = 'avg', precision = 0 } = byNo.get(buckets.channelNo) ?? {}
      return buckets.tMs.map((tMs, i): BucketRow => {
        const { avg, min, max } = bucketFigures(buckets, i, { agg: agg, precision })
        const [n = 0, valid = 0] = [buckets.n[i], buckets.valid[i]]
        return { tMs, channelNo: buckets.channelNo, value: avg, min, max, n: Number(n), valid: Number(valid) }
      })
    })
    .toSorted((a, b) => a.tMs - b.tMs || a.channelNo - b.channelNo)
}
