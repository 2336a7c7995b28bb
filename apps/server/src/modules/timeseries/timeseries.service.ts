import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import type { GapCause } from '@natim/contract/dict'
import {
  type latestRow,
  MAX_CHOICES,
  type timeseriesEndpoints,
  type TsSeries,
  type tsQuery,
} from '@natim/contract/mon/timeseries'
import { DAY_MS } from '@natim/domain/time'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type Limits, limitsOver } from '../limit/index.ts'
import { type ChannelRecord, findChannels, latestOf, loadDue, loadServiceTime } from '../overview/index.ts'
import { findChoices } from './choice.repository.ts'
import { type Drawing, drawPlan } from './drawing.ts'
import { planReading, type SeriesQuery } from './plan.ts'
import { findGaps, type GapRow } from './series.repository.ts'

export interface TimeseriesDeps {
  readonly db: Db
  readonly limits: Limits
  readonly now: () => number
}

/** domain §10.6: custom ranges up to five years. */
const MAX_RANGE_DAYS = 5 * 366
/** Farther on, the database's calendar and ours would end one after the other. */
const LAST_INSTANT_MS = Date.UTC(3000, 0)
const NEVER = () => 0
/** Channel numbers are int4: larger ones exist nowhere. */
const MAX_CHANNEL_NO = 2 ** 31 - 1

/**
 * History of some channels, in the order asked for, each at the finest level that fits and exists.
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
  const channelNos = [...new Set(asked)]
  if (channelNos.length > MAX_QUERY_CHANNELS) throw new AppError('ts.too_many_channels')
  if (to <= from) throw new AppError('ts.range_inverted')
  if (to - from > MAX_RANGE_DAYS * DAY_MS) throw new AppError('ts.range_too_long', { data: { days: MAX_RANGE_DAYS } })
  if (to > LAST_INSTANT_MS) throw new AppError('request.invalid', { data: { detail: '结束时间超出范围' } })

  const channels = await findKnown(db, scope, channelNos)
  if (channels.length < channelNos.length) throw new AppError('row.not_found')
  const nowMs = now()
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const [limitsOf, plans, serviceTime, dueOf] = await Promise.all([
    limits.fresh(),
    planReading(db, channels, query, nowMs),
    loadServiceTime(db, deviceNos, from, Math.min(to, nowMs)),
    loadDue(db, channels),
  ])
  const owed = (channel: ChannelRecord) =>
    dueOf(channel, from, Math.min(to, nowMs), serviceTime.get(channel.deviceNo) ?? NEVER)
  const [drawings, gaps] = await Promise.all([
    Promise.all(plans.map((plan) => drawPlan(db, plan, { ...query, nowMs, dueOf: owed }))),
    findGaps(db, channels, query),
  ])
  const position = new Map(channelNos.map((channelNo, i) => [channelNo, i]))
  const inOrder = drawings
    .flat()
    .sort((a, b) => (position.get(a.channel.channelNo) ?? 0) - (position.get(b.channel.channelNo) ?? 0))
  return { series: inOrder.map((drawing) => toSeries(drawing, gaps, limitsOver(limitsOf, drawing.channel, from, to))) }
}

function findKnown(db: Db, scope: DataScope, channelNos: readonly number[]): Promise<ChannelRecord[]> {
  return findChannels(db, scope, { channelNos: channelNos.filter((channelNo) => channelNo <= MAX_CHANNEL_NO) })
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
      .map(({ fromMs, toMs, cause }) => ({ fromMs, toMs, cause: cause as GapCause })),
    limits,
    stats,
  }
}

/** Channels by the words of their names, of a station, or by number; foreign and unknown ones are absent. */
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

/** Newest samples, by channel; foreign, unknown and silent channels are absent. */
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
