import { type ClockMean, clockMeans } from '@natim/domain/alarm/clock-means'
import { VALID_HOUR_S } from '@natim/domain/coverage'
import type { AvgPeriod } from '@natim/domain/limits'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { findIndexFigures } from '../../aqi/index.ts'
import { findHours } from './engine.repository.ts'
import type { ChannelTarget } from './target.ts'

/** Looks after the full hour; the last one includes data that came a little late (domain §7.4). */
// The index of an hour is computed from its fifth minute on, and has its own look.
const LOOKS_MS = [5 * MINUTE_MS, 6 * MINUTE_MS, 20 * MINUTE_MS] as const
/** The longest clock mean is one day. */
const HOURS_BACK = 24

/** The look at the last full hour that is due; undefined before the first. */
export function clockLook(nowMs: number): { readonly endMs: number; readonly look: number } | undefined {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const look = LOOKS_MS.filter((afterMs) => nowMs - endMs >= afterMs).length
  return look === 0 ? undefined : { endMs, look }
}

const periodsOf = ({ comparisons }: ChannelTarget): string[] =>
  comparisons.flatMap(({ figure }) => (figure.kind === 'clock' ? [figure.avgPeriod] : []))

export interface ClockJudgement {
  readonly target: ChannelTarget
  readonly mean: Pick<ClockMean, 'endMs' | 'mean'> & { readonly avgPeriod: string }
}

/** The clock means and indexes that end at an hour, for every target with such a comparison. */
export async function findClockMeans(
  db: Db,
  targets: Iterable<ChannelTarget>,
  endMs: number,
): Promise<ClockJudgement[]> {
  const wanted = [...targets].filter((target) => periodsOf(target).length > 0)
  const [means, indexes] = await Promise.all([findMeans(db, wanted, endMs), findIndexes(db, wanted, endMs)])
  return [...means, ...indexes]
}

async function findMeans(db: Db, wanted: readonly ChannelTarget[], endMs: number): Promise<ClockJudgement[]> {
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
    const periods = [...new Set(periodsOf(target))] as AvgPeriod[]
    return clockMeans(own, periods, target.channel.agg)
      .filter((mean) => mean.endMs === endMs)
      .map((mean) => ({ target, mean }))
  })
}

/** Indexes of the places whose alarms are carried by the channels of these targets. */
async function findIndexes(db: Db, wanted: readonly ChannelTarget[], endMs: number): Promise<ClockJudgement[]> {
  const carrying = wanted.flatMap((target) => {
    const { index, channelNo } = target.channel
    return index ? [{ target, channelNo, index, periods: periodsOf(target) }] : []
  })
  const figures = await findIndexFigures(db, carrying, endMs - HOUR_MS, endMs)
  return carrying.flatMap(({ target, channelNo, periods }) =>
    figures
      .filter((figure) => figure.channelNo === channelNo && periods.includes(figure.avgPeriod))
      .map((mean) => ({ target, mean })),
  )
}
