import type { Aggregate, TsSeries } from '@natim/contract/mon/timeseries'
import { niceStepMs, type SeriesColumns } from '@natim/domain/downsample'
import { bucketEnd } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { ChannelRecord } from '../overview/index.ts'
import { expectedRows, ROLLUP_STEP_MS, type RollupAggregate } from './level.ts'
import { type Plan, periodMsOf, ROWS_PER_CHANNEL, ROWS_PER_QUERY, rollupLabels, type SeriesQuery } from './plan.ts'
import {
  type BucketColumns,
  findQuantiles,
  findRollupBuckets,
  findSampleBuckets,
  findSamples,
  NO_BUCKETS,
  NO_SAMPLES,
} from './series.repository.ts'
import { bucketStats, drawBuckets, drawSamples, judgeMeans, NO_MEANS, type SeriesShape, sampleStats } from './series.ts'

/** The chart data of one channel. */
export interface Drawing {
  readonly channel: ChannelRecord
  readonly level: Aggregate
  /** Bucket width; 0 = raw samples. */
  readonly stepMs: number
  readonly columns: SeriesColumns
  readonly shortMeans: TsSeries['shortMeans']
  readonly stats: TsSeries['stats']
}

/** Samples due of a channel in the range, and how long its device was in service. */
export interface Expected {
  readonly samples: number
  readonly serviceMs: number
}

/** A query with the current time. What is expected is read beside the rows: only the figures below the chart need it. */
export interface Reading extends SeriesQuery {
  readonly nowMs: number
  readonly expected: Promise<(channel: ChannelRecord) => Expected>
}

/** One drawing per channel of the plan, including empty ones. */
export function drawPlan(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  return plan.level === 'raw' && plan.stepMs === 0 ? drawAsIs(db, plan, query) : drawBucketed(db, plan, query)
}

async function drawBucketed(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  const { level, stepMs, channels } = plan
  const [rows, p95Of, expectedOf] = await Promise.all([
    level === 'raw'
      ? findSampleBuckets(db, channels, query, stepMs)
      : findRollupBuckets(db, level, channels, rollupLabels(query, ROLLUP_STEP_MS[level], query.nowMs), stepMs),
    loadQuantiles(db, plan, query),
    query.expected,
  ])
  const byNo = new Map<number, BucketColumns>(rows.map((row) => [row.channelNo, row]))
  return channels.map((channel) => {
    const buckets = byNo.get(channel.channelNo) ?? NO_BUCKETS
    const shape = shapeOf(channel, query)
    const columns = drawBuckets(buckets, stepMs, shape, query.nowMs)
    const { samples: due, serviceMs } = expectedOf(channel)
    const { shortMeans, means } = level === 'raw' ? NO_MEANS : judgeMeans(buckets, stepMs, query.nowMs, serviceMs)
    const stats = bucketStats(buckets, p95Of(channel, buckets.tMs[0]), shape, due)
    return { channel, level, stepMs, columns, shortMeans, stats: { ...stats, means } }
  })
}

/** Start of the first bucket of a range. */
function startOfBuckets({ fromMs }: SeriesQuery, level: RollupAggregate): number {
  const stepMs = ROLLUP_STEP_MS[level]
  return bucketEnd(fromMs + 1, stepMs) - stepMs
}

type QuantileOf = (channel: ChannelRecord, firstLabelMs: number | undefined) => number | null

/**
 * Quantiles for bucket levels, computed from the samples so that a range has the same figure at every level. Null where
 * there are too many samples to read, or where they do not reach back as far as the buckets.
 */
async function loadQuantiles(db: Db, { level, channels }: Plan, query: Reading): Promise<QuantileOf> {
  const rangeMs = query.toMs - query.fromMs
  const rows = channels.map((channel) => expectedRows('raw', { rangeMs, periodMs: periodMsOf(channel) }))
  const isAffordable = Math.max(...rows) <= ROWS_PER_CHANNEL && rows.reduce((a, b) => a + b, 0) <= ROWS_PER_QUERY
  if (level !== 'raw' && !isAffordable) return () => null
  const found = await findQuantiles(db, channels, query, level === 'raw' ? query.fromMs : startOfBuckets(query, level))
  const byNo = new Map(found.map((row) => [row.channelNo, row]))
  return (channel, firstLabelMs) => {
    const { p95, firstMs } = byNo.get(channel.channelNo) ?? { p95: null, firstMs: null }
    return firstMs === null || firstLabelMs === undefined || firstMs > firstLabelMs ? null : p95
  }
}

/** Beyond this multiple of the requested points, samples are drawn as buckets. */
const SURPLUS_FACTOR = 4

async function drawAsIs(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  const limit = query.maxPoints * SURPLUS_FACTOR
  const [rows, expectedOf] = await Promise.all([findSamples(db, plan.channels, query, limit + 1), query.expected])
  const byNo = new Map(rows.map((row) => [row.channelNo, row]))
  const samplesOf = (channel: ChannelRecord) => byNo.get(channel.channelNo) ?? NO_SAMPLES
  const isCrowded = (channel: ChannelRecord) => samplesOf(channel).tsMs.length > limit

  const drawings = plan.channels
    .filter((channel) => !isCrowded(channel))
    .map((channel): Drawing => {
      const shape = shapeOf(channel, query)
      const samples = samplesOf(channel)
      const stats = { ...sampleStats(samples, shape, expectedOf(channel).samples), means: NO_MEANS.means }
      const columns = drawSamples(samples, shape)
      return { channel, level: 'raw', stepMs: 0, columns, shortMeans: NO_MEANS.shortMeans, stats }
    })
  const crowded = plan.channels.filter(isCrowded)
  if (crowded.length === 0) return drawings
  // The device is faster than its registered period, or has none.
  const stepMs = niceStepMs(query.toMs - query.fromMs, query.maxPoints)
  return [...drawings, ...(await drawBucketed(db, { level: 'raw', stepMs, channels: crowded }, query))]
}

const shapeOf = (channel: ChannelRecord, { maxPoints }: SeriesQuery): SeriesShape => ({
  agg: channel.agg,
  precision: channel.precision,
  periodMs: periodMsOf(channel),
  maxPoints,
})
