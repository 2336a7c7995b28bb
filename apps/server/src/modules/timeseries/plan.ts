import type { Aggregate } from '@natim/contract/mon/timeseries'
import { niceStepMs } from '@natim/domain/downsample'
import { bucketEnd, DAY_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ChannelRecord } from '../overview/index.ts'
import { chooseLevel, expectedRows, levelStepMs, levelsByPreference } from './level.ts'
import { findFirstRows, type Span } from './series.repository.ts'

/** Query for any channel. Epoch ms, fromMs < t <= toMs. */
export interface SeriesQuery {
  readonly fromMs: number
  readonly toMs: number
  readonly maxPoints: number
  readonly agg: 'auto' | Aggregate
}

/** A way of reading, and the channels read that way. */
export interface Plan {
  readonly level: Aggregate
  /** Width of the drawn buckets, a multiple of the level's step; 0 = raw samples. */
  readonly stepMs: number
  readonly channels: readonly ChannelRecord[]
}

// A channel's rows are scattered, one or two per page: reading one costs 2 to 5 µs (npm run bench:query).
export const ROWS_PER_QUERY = 60_000
export const ROWS_PER_CHANNEL = 20_000
/** Larger budget for an explicitly requested level: about two seconds. */
const NAMED_LEVEL_ROWS = 500_000

export const periodMsOf = (channel: ChannelRecord) => channel.periodS * 1_000

/** Groups channels by how they are read. @throws AppError `ts.range_too_long` for a named level with too many rows. */
export async function planReading(
  db: Db,
  channels: readonly ChannelRecord[],
  query: SeriesQuery,
  nowMs: number,
): Promise<Plan[]> {
  const levelOf =
    query.agg === 'auto' ? await automaticLevels(db, channels, query, nowMs) : namedLevel(channels, query.agg, query)
  const groups = new Map<string, { level: Aggregate; stepMs: number; channels: ChannelRecord[] }>()
  for (const channel of channels) {
    const level = levelOf(channel)
    const stepMs = drawnStepMs(level, periodMsOf(channel), query)
    const key = `${level}@${stepMs}`
    const group = groups.get(key)
    if (group) group.channels.push(channel)
    else groups.set(key, { level, stepMs, channels: [channel] })
  }
  return [...groups.values()]
}

function drawnStepMs(level: Aggregate, periodMs: number, { fromMs, toMs, maxPoints }: SeriesQuery): number {
  const rangeMs = toMs - fromMs
  const fits = level === 'raw' && expectedRows('raw', { rangeMs, periodMs }) <= maxPoints
  return fits ? 0 : niceStepMs(rangeMs, maxPoints, levelStepMs(level, periodMs))
}

type LevelOf = (channel: ChannelRecord) => Aggregate

async function automaticLevels(
  db: Db,
  channels: readonly ChannelRecord[],
  { fromMs, toMs, maxPoints }: SeriesQuery,
  nowMs: number,
): Promise<LevelOf> {
  const rowBudget = Math.min(ROWS_PER_CHANNEL, ROWS_PER_QUERY / channels.length)
  const preferenceOf = (channel: ChannelRecord) =>
    levelsByPreference({ rangeMs: toMs - fromMs, maxPoints, periodMs: periodMsOf(channel), rowBudget })
  const levels = new Set(channels.flatMap(preferenceOf))
  const first = await findFirstRows(db, channels, levels, rollupLabels({ fromMs, toMs }, DAY_MS, nowMs))
  return (channel) =>
    chooseLevel(preferenceOf(channel), first.get(channel.channelNo) ?? {}, fromMs, periodMsOf(channel))
}

function namedLevel(channels: readonly ChannelRecord[], level: Aggregate, { fromMs, toMs }: SeriesQuery): LevelOf {
  const rangeMs = toMs - fromMs
  const rows = channels
    .map((channel) => expectedRows(level, { rangeMs, periodMs: periodMsOf(channel) }))
    .reduce((sum, n) => sum + n, 0)
  if (rows > NAMED_LEVEL_ROWS) {
    const days = Math.floor((rangeMs / DAY_MS) * (NAMED_LEVEL_ROWS / rows))
    throw new AppError('ts.range_too_long', { data: { days } })
  }
  return () => level
}

/** A range that ends this close to the present is meant to reach it. */
const PRESENT_SLACK_MS = 5 * MINUTE_MS

/** Label range to read: if the range reaches the present, the running bucket is included. */
export function rollupLabels({ fromMs, toMs }: Span, stepMs: number, nowMs: number): Span {
  return { fromMs, toMs: toMs >= nowMs - PRESENT_SLACK_MS ? bucketEnd(toMs, stepMs) : toMs }
}
