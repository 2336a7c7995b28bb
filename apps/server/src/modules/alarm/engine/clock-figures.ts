import { type ClockMean, clockMeans } from '@natim/domain/alarm/clock-means'
import { VALID_HOUR_S } from '@natim/domain/coverage'
import type { AvgPeriod } from '@natim/domain/limits'
import type { MetricAgg } from '@natim/domain/metrics'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { findHours } from './engine.repository.ts'
import type { ChannelTarget } from './target.ts'

/** Means of a clock hour are judged then, and once more for what came a little late (domain §7.4). */
const LOOKS_MS = [5 * MINUTE_MS, 20 * MINUTE_MS] as const
/** The longest clock mean is that of a day. */
const HOURS_BACK = 24

/** Which look at the last full hour is due; undefined before the first. */
export function clockLook(nowMs: number): { readonly endMs: number; readonly look: number } | undefined {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const look = LOOKS_MS.filter((afterMs) => nowMs - endMs >= afterMs).length
  return look === 0 ? undefined : { endMs, look }
}

const periodsOf = ({ comparisons }: ChannelTarget): AvgPeriod[] =>
  comparisons.flatMap(({ figure }) => (figure.kind === 'clock' ? [figure.avgPeriod as AvgPeriod] : []))

export interface ClockJudgement {
  readonly target: ChannelTarget
  readonly mean: ClockMean
}

/** The clock means that end at an hour, for every target that is judged by them. */
export async function findClockMeans(
  db: Db,
  targets: Iterable<ChannelTarget>,
  endMs: number,
): Promise<ClockJudgement[]> {
  const wanted = [...targets].filter((target) => periodsOf(target).length > 0)
  const keys = wanted.map(({ device, channel }) => ({
    deviceNo: device.deviceNo,
    channelNo: channel.channelNo,
    fromMs: endMs - HOURS_BACK * HOUR_MS,
    toMs: endMs,
  }))
  const hours = groupBy(await findHours(db, keys), ({ channelNo }) => channelNo)
  return wanted.flatMap((target) => {
    const own = (hours.get(target.channel.channelNo) ?? []).map(({ tMs, mean, coverS }) => ({
      endMs: tMs,
      mean,
      isValid: coverS !== null && coverS >= VALID_HOUR_S,
    }))
    const periods = [...new Set(periodsOf(target))]
    return clockMeans(own, periods, target.channel.agg as MetricAgg)
      .filter((mean) => mean.endMs === endMs)
      .map((mean) => ({ target, mean }))
  })
}
