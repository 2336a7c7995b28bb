import type { LimitMark } from '@natim/contract/mon/limit'
import type { Exceedance } from '@natim/contract/mon/ts-marks'
import { isValidDay, isValidHour } from '@natim/domain/coverage'
import type { Db } from '../../../platform/db/db.ts'
import { type LimitsOf, limitsOver } from '../../limit/index.ts'
import type { ChannelRecord } from '../../overview/index.ts'
import { expectedRows, ROLLUP_STEP_MS } from '../level.ts'
import { type BucketColumns, findRollupBuckets, type Span } from '../series.repository.ts'
import { bucketFigures } from '../series.ts'

/** Averaging periods with stored means; alarms judge running means, which are not counted here. */
const LEVEL_OF = { '1h': '1h', day: '1d' } as const
type Period = keyof typeof LEVEL_OF
const PERIODS = ['day', '1h'] as const

/** Hours counted per request: more take longer than the chart itself. */
const MAX_ROWS = 120_000
const WORST = 5

interface Counting {
  readonly span: Span
  readonly nowMs: number
  readonly limitsOf: LimitsOf
}

/** Counts means above their limits; channels with too many hours are listed as uncounted. */
export async function countExceedances(
  db: Db,
  channels: readonly ChannelRecord[],
  counting: Counting,
): Promise<{ rows: Exceedance[]; uncounted: number[] }> {
  const { span, limitsOf, nowMs } = counting
  const rows: Exceedance[] = []
  const uncounted = new Set<number>()
  for (const period of PERIODS) {
    const limited = channels.filter((channel) =>
      limitsOver(limitsOf, channel, span.fromMs, span.toMs).some(({ avgPeriod }) => avgPeriod === period),
    )
    const level = LEVEL_OF[period]
    const rangeMs = span.toMs - span.fromMs
    if (limited.length * expectedRows(level, { rangeMs, periodMs: 0 }) > MAX_ROWS) {
      for (const { channelNo } of limited) uncounted.add(channelNo)
      continue
    }
    // Running periods have no mean yet.
    const over = { fromMs: span.fromMs, toMs: Math.min(span.toMs, nowMs) }
    const found = await findRollupBuckets(db, level, limited, over, ROLLUP_STEP_MS[level])
    const byNo = new Map(found.map((buckets) => [buckets.channelNo, buckets]))
    for (const channel of limited) rows.push(...countOf(channel, byNo.get(channel.channelNo), period, counting))
  }
  return { rows, uncounted: [...uncounted] }
}

const isReached = ({ op, value }: LimitMark, mean: number) => (op === '>' ? mean > value : mean >= value)

function countOf(
  channel: ChannelRecord,
  buckets: BucketColumns | undefined,
  period: Period,
  { limitsOf, span }: Counting,
): Exceedance[] {
  const counts = new Map<string, Exceedance>()
  for (const { name, value, avgPeriod } of limitsOver(limitsOf, channel, span.fromMs, span.toMs)) {
    if (avgPeriod !== period) continue
    const held = counts.get(name)
    if (held) held.values.push(value)
    else
      counts.set(name, {
        channelNo: channel.channelNo,
        name,
        avgPeriod: period,
        values: [value],
        exceeded: 0,
        judged: 0,
        worst: [],
      })
  }
  const shape = { agg: channel.agg, precision: channel.precision }
  for (const [i, tsMs] of (buckets?.tMs ?? []).entries()) {
    if (buckets === undefined || !isPublishable(buckets, i, period)) continue
    const mean = bucketFigures(buckets, i, shape).avg
    if (mean === null) continue
    // A mean belongs to the day it ends: 24:00 is part of that day.
    for (const limit of limitsOf(channel, tsMs - 1)) {
      const count = limit.avgPeriod === period ? counts.get(limit.name) : undefined
      if (count === undefined) continue
      count.judged += 1
      if (!isReached(limit, mean)) continue
      count.exceeded += 1
      count.worst.push({ tsMs, value: mean })
    }
  }
  return [...counts.values()].map((count) => ({
    ...count,
    worst: count.worst.toSorted((a, b) => b.value - a.value || a.tsMs - b.tsMs).slice(0, WORST),
  }))
}

const isPublishable = (buckets: BucketColumns, i: number, period: Period) =>
  period === 'day' ? isValidDay(buckets.validHours[i] ?? null) : isValidHour(buckets.coverS[i] ?? null)
