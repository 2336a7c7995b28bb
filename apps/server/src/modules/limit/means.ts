import { type Means, meanWindow } from '@natim/domain/mean-window'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { Limited, LimitsOf } from './limits.ts'
import { findHourMeans, findMinuteMeans, type WantedMean } from './means.repository.ts'

/** A channel with limits for means. */
interface Averaged extends Limited {
  readonly deviceNo: number
  readonly channelNo: number
  readonly periodS: number
  readonly agg: string
}

/** Means of a channel by the averaging periods of its limits. */
export type MeansOf = (channelNo: number) => Means

const NO_MEANS: Means = {}
/** Time after the end of an hour until its rollup is complete. */
const HOURS_SETTLE_MS = 5 * MINUTE_MS
/** More digits than any instrument has, yet few enough to hide the summation order. */
const SIGNIFICANT = 6

/** Current means, from the rollups, that the limits of some channels are compared with. */
export async function loadMeans(
  db: Db,
  channels: readonly Averaged[],
  limitsOf: LimitsOf,
  nowMs: number,
): Promise<MeansOf> {
  const wanted = channels.flatMap((channel) => wantedOf(channel, limitsOf, nowMs))
  const ofUnit = (unit: WantedMean['window']['unit']) => wanted.filter(({ window }) => window.unit === unit)
  const floor = (ms: number, stepMs: number) => Math.floor(ms / stepMs) * stepMs
  const [minutes, hours] = await Promise.all([
    findMinuteMeans(db, ofUnit('minutes'), floor(nowMs, MINUTE_MS)),
    findHourMeans(db, ofUnit('hours'), floor(nowMs - HOURS_SETTLE_MS, HOUR_MS)),
  ])
  const byChannel = new Map<number, Record<string, number | null>>()
  for (const { channelNo, avgPeriod, mean } of [...minutes, ...hours]) {
    const own = byChannel.get(channelNo) ?? {}
    byChannel.set(channelNo, own)
    own[avgPeriod] = mean === null ? null : Number(mean.toPrecision(SIGNIFICANT))
  }
  return (channelNo) => byChannel.get(channelNo) ?? NO_MEANS
}

function wantedOf(channel: Averaged, limitsOf: LimitsOf, nowMs: number): WantedMean[] {
  const { deviceNo, channelNo, periodS, agg } = channel
  const periods = new Set(limitsOf(channel, nowMs).map(({ avgPeriod }) => avgPeriod))
  return [...periods].flatMap((avgPeriod) => {
    const window = meanWindow(avgPeriod)
    return window ? [{ deviceNo, channelNo, periodS, agg, avgPeriod, window }] : []
  })
}
