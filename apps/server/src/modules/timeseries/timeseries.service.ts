import {
  type latestRow,
  MAX_CHOICES,
  type timeseriesEndpoints,
  type TsSeries,
  type tsQuery,
} from '@natim/contract/mon/timeseries'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type Limits, limitsOver } from '../limit/index.ts'
import { type ChannelRecord, latestOf, loadDue, loadServiceTime } from '../overview/index.ts'
import { findChoices } from './choice.repository.ts'
import { type Drawing, drawPlan } from './drawing.ts'
import { assertAskable, findKnown, getKnown, MAX_CHANNEL_NO } from './known-channels.ts'
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
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const [limitsOf, plans, serviceTime, dueOf] = await Promise.all([
    limits.fresh(),
    planReading(db, channels, query, nowMs),
    loadServiceTime(db, deviceNos, from, Math.min(to, nowMs)),
    loadDue(db, channels),
  ])
  const inServiceOf = (channel: ChannelRecord) => serviceTime.get(channel.deviceNo) ?? NEVER
  const owed = (channel: ChannelRecord) => dueOf(channel, from, Math.min(to, nowMs), inServiceOf(channel))
  const owedMs = (channel: ChannelRecord) => (channel.periodS > 0 ? inServiceOf(channel)(from, Math.min(to, nowMs)) : 0)
  const [drawings, gaps] = await Promise.all([
    Promise.all(plans.map((plan) => drawPlan(db, plan, { ...query, nowMs, dueOf: owed, dueMsOf: owedMs }))),
    findGaps(db, channels, query),
  ])
  const position = new Map(channelNos.map((channelNo, i) => [channelNo, i]))
  const inOrder = drawings
    .flat()
    .sort((a, b) => (position.get(a.channel.channelNo) ?? 0) - (position.get(b.channel.channelNo) ?? 0))
  return { series: inOrder.map((drawing) => toSeries(drawing, gaps, limitsOver(limitsOf, drawing.channel, from, to))) }
}

function toSeries(
  { channel, level, stepMs, columns, shortMeans, stats }: Drawing,
  gaps: readonly GapRow[],
  limits: TsSeries['limits'],
): TsSeries {
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
    limits,
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
    channelNos: channels?.filter((channelNo) => channelNo <= MAX_CHANNEL_NO),
  })
  return { channels: found.slice(0, MAX_CHOICES), isCut: found.length > MAX_CHOICES }
}

/** Newest samples by channel; foreign, unknown and silent channels are left out. */
export async function latestSamples(
  { db }: TimeseriesDeps,
  scope: DataScope,
  channelNos: readonly number[],
): Promise<z.output<typeof latestRow>[]> {
  const channels = await findKnown(db, scope, channelNos)
  return channels.flatMap((channel) => {
    const latest = latestOf(channel)
    return latest ? [{ channelNo: channel.channelNo, ...latest }] : []
  })
}
