import {
  type latestRow,
  MAX_CHOICES,
  type TsSeries,
  type timeseriesEndpoints,
  type tsQuery,
} from '@natim/contract/mon/timeseries'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type Limits, limitsOver, ownLimitChanges } from '../limit/index.ts'
import { type ChannelRecord, dueOf, findNewest, loadBirths, loadServiceTime } from '../overview/index.ts'
import { findChoices } from './choice.repository.ts'
import { type Drawing, drawPlan, type Expected } from './drawing.ts'
import { assertAskable, getKnown, possibleNos } from './known-channels.ts'
import { planReading, type SeriesQuery } from './plan.ts'
import { findGaps, type GapRow } from './series.repository.ts'

export interface TimeseriesDeps {
  readonly db: Db
  readonly limits: Limits
  readonly now: () => number
}

const NEVER = () => 0

/**
 * History of some channels in the requested order, each at the finest level that fits and exists.
 *
 * @throws AppError `ts.too_many_channels`, `ts.range_inverted`, `ts.range_too_long`; `row.not_found` when a channel is
 * missing or outside the scope.
 */
export async function querySeries(
  { db, limits, now }: TimeseriesDeps,
  scope: DataScope,
  { channels: asked, from, to, maxPoints, agg }: z.output<typeof tsQuery>,
): Promise<{ series: TsSeries[] }> {
  const query: SeriesQuery = { fromMs: from, toMs: to, maxPoints, agg }
  const channelNos = assertAskable({ channels: asked, from, to })
  const channels = await getKnown(db, scope, channelNos)
  const nowMs = now()
  const expected = expectedOf(db, channels, from, Math.min(to, nowMs))
  const [limitsOf, gaps, drawings] = await Promise.all([
    limits.fresh(),
    findGaps(db, channels, query),
    planReading(db, channels, query, nowMs).then((plans) =>
      Promise.all(plans.map((plan) => drawPlan(db, plan, { ...query, nowMs, expected }))),
    ),
    expected,
  ])
  const position = new Map(channelNos.map((channelNo, i) => [channelNo, i]))
  const inOrder = drawings
    .flat()
    .sort((a, b) => (position.get(a.channel.channelNo) ?? 0) - (position.get(b.channel.channelNo) ?? 0))
  return {
    series: inOrder.map((drawing) => ({
      ...toSeries(drawing, gaps),
      limits: limitsOver(limitsOf, drawing.channel, from, to),
      limitChangesMs: ownLimitChanges(drawing.channel, from, to),
    })),
  }
}

/** What is expected of the channels in (fromMs, toMs]. */
async function expectedOf(
  db: Db,
  channels: readonly ChannelRecord[],
  fromMs: number,
  toMs: number,
): Promise<(channel: ChannelRecord) => Expected> {
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const [serviceTime, bornOf] = await Promise.all([
    loadServiceTime(db, deviceNos, fromMs, toMs),
    loadBirths(db, channels, fromMs),
  ])
  return (channel) => {
    const inService = serviceTime.get(channel.deviceNo) ?? NEVER
    const bornMs = bornOf(channel)
    return {
      samples: dueOf(channel, bornMs, [fromMs, toMs], inService),
      serviceMs: channel.periodS > 0 && bornMs < toMs ? inService(Math.max(fromMs, bornMs), toMs) : 0,
    }
  }
}

function toSeries(
  { channel, level, stepMs, columns, shortMeans, stats }: Drawing,
  gaps: readonly GapRow[],
): Omit<TsSeries, 'limits' | 'limitChangesMs'> {
  return {
    channelNo: channel.channelNo,
    metricCode: channel.metricCode,
    agg: level,
    stepMs,
    unit: channel.unit,
    precision: channel.precision,
    name: channel.alias ?? channel.metricName,
    deviceName: channel.deviceName,
    ...columns,
    shortMeans,
    gaps: gaps
      .filter(({ channelNo }) => channelNo === channel.channelNo)
      .map(({ fromMs, toMs, cause }) => ({ fromMs, toMs, cause: cause })),
    stats,
  }
}

/** Channels by words of their names, by station, or by number; foreign and unknown ones are left out. */
export async function chooseChannels(
  { db }: TimeseriesDeps,
  scope: DataScope,
  { words = '', stationId, channels }: z.output<typeof timeseriesEndpoints.channels.query>,
) {
  const found = await findChoices(db, scope, {
    words: words.split(/\s+/).filter((word) => word !== ''),
    stationId,
    channelNos: channels && possibleNos(channels),
  })
  return { channels: found.slice(0, MAX_CHOICES), isCut: found.length > MAX_CHOICES }
}

/** Newest samples by channel; foreign, unknown and silent channels are left out. */
export function latestSamples(
  { db }: TimeseriesDeps,
  scope: DataScope,
  channelNos: readonly number[],
): Promise<z.output<typeof latestRow>[]> {
  return findNewest(db, scope, possibleNos(channelNos))
}
