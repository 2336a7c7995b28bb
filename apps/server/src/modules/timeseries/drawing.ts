import type { Aggregate } from '@natim/contract/mon/timeseries'
import { niceStepMs, type SeriesColumns } from '@natim/domain/downsample'
import type { MetricAgg } from '@natim/domain/metrics'
import type { Db } from '../../platform/db/db.ts'
import type { ChannelRecord } from '../overview/index.ts'
import { ROLLUP_STEP_MS } from './level.ts'
import { type Plan, periodMsOf, rollupLabels, type SeriesQuery } from './plan.ts'
import {
  type BucketColumns,
  findRollupBuckets,
  findSampleBuckets,
  findSamples,
  NO_BUCKETS,
  NO_SAMPLES,
} from './series.repository.ts'
import { bucketStats, drawBuckets, drawSamples, type SeriesShape, type SeriesStats, sampleStats } from './series.ts'

/** What is drawn of one channel. */
export interface Drawing {
  readonly channel: ChannelRecord
  readonly level: Aggregate
  /** Width of the buckets; 0 = samples as they are. */
  readonly stepMs: number
  readonly columns: SeriesColumns
  readonly stats: SeriesStats
}

/** A range as it is read: until when it has happened, and how many samples channels owed in it. */
export interface Reading extends SeriesQuery {
  readonly nowMs: number
  readonly dueOf: (channel: ChannelRecord) => number
}

/** One drawing for each channel of the plan, empty ones included. */
export function drawPlan(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  return plan.level === 'raw' && plan.stepMs === 0 ? drawAsIs(db, plan, query) : drawBucketed(db, plan, query)
}

async function drawBucketed(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  const { level, stepMs, channels } = plan
  const rows =
    level === 'raw'
      ? await findSampleBuckets(db, channels, query, stepMs)
      : await findRollupBuckets(db, level, channels, rollupLabels(query, ROLLUP_STEP_MS[level], query.nowMs), stepMs)
  const byNo = new Map<number, BucketColumns>(rows.map((row) => [row.channelNo, row]))
  return channels.map((channel) => {
    const buckets = byNo.get(channel.channelNo) ?? NO_BUCKETS
    const shape = shapeOf(channel, query)
    const columns = drawBuckets(buckets, stepMs, shape, query.nowMs)
    return { channel, level, stepMs, columns, stats: bucketStats(buckets, columns, shape, query.dueOf(channel)) }
  })
}

/** Samples beyond this many times the points asked for are no longer drawn one by one. */
const SURPLUS_FACTOR = 4

async function drawAsIs(db: Db, plan: Plan, query: Reading): Promise<Drawing[]> {
  const limit = query.maxPoints * SURPLUS_FACTOR
  const rows = await findSamples(db, plan.channels, query, limit + 1)
  const byNo = new Map(rows.map((row) => [row.channelNo, row]))
  const samplesOf = (channel: ChannelRecord) => byNo.get(channel.channelNo) ?? NO_SAMPLES
  const isCrowded = (channel: ChannelRecord) => samplesOf(channel).tsMs.length > limit

  const drawings = plan.channels
    .filter((channel) => !isCrowded(channel))
    .map((channel): Drawing => {
      const shape = shapeOf(channel, query)
      const samples = samplesOf(channel)
      const stats = sampleStats(samples, shape, query.dueOf(channel))
      return { channel, level: 'raw', stepMs: 0, columns: drawSamples(samples, shape), stats }
    })
  const crowded = plan.channels.filter(isCrowded)
  if (crowded.length === 0) return drawings
  // The device is faster than its register says, or has no period of its own.
  const stepMs = niceStepMs(query.toMs - query.fromMs, query.maxPoints)
  return [...drawings, ...(await drawBucketed(db, { level: 'raw', stepMs, channels: crowded }, query))]
}

const shapeOf = (channel: ChannelRecord, { maxPoints }: SeriesQuery): SeriesShape => ({
  agg: channel.agg as MetricAgg,
  precision: channel.precision,
  periodMs: periodMsOf(channel),
  maxPoints,
})
