import type { DoubtKind } from '@natim/contract/mon/review'
import { metricByCode } from '@natim/domain/metrics'
import {
  type Doubt,
  type DoubtChannel,
  findDoubts,
  MIN_NEIGHBOURS,
  medianOf,
  needsHours,
} from '@natim/domain/review-doubt'
import { bucketEnd, DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { ChannelRecord } from '../overview/index.ts'
import { type FigureRow, findDaysOf, findFigures } from './figures.repository.ts'

/** A channel with the city of its station. */
export interface ReviewedChannel extends ChannelRecord {
  readonly stationId: string
  /** First four digits of the region. */
  readonly city: string
}

export type ChannelDoubts = (channelNo: number, endMs: number) => readonly (Doubt & { readonly kind: DoubtKind })[]

const NO_PEAKS: ReadonlySet<string> = new Set(['tox', 'nbc'])

const doubtChannel = ({ agg, metricCode, precision }: ReviewedChannel): DoubtChannel => ({
  agg,
  precision,
  mayPeak: NO_PEAKS.has(metricByCode(metricCode)?.category ?? ''),
})

/** Daily figures of the same metric at the city's stations, by city, metric and end of the day. */
export const loadNeighbours = async (db: Db, channels: readonly ReviewedChannel[], afterMs: number, untilMs: number) =>
  groupBy(
    await findDaysOf(
      db,
      [...new Set(channels.map(({ city }) => city))],
      [...new Set(channels.filter(({ agg }) => agg === 'avg').map(({ metricCode }) => metricCode))],
      afterMs,
      untilMs,
    ),
    ({ city, metricCode, endMs }) => `${city} ${metricCode} ${endMs}`,
  )
type Neighbours = Awaited<ReturnType<typeof loadNeighbours>>

/** Doubts of channels on the days of these rollups, shared by the month and day views. */
export async function loadDoubts(
  db: Db,
  channels: readonly ReviewedChannel[],
  days: readonly FigureRow[],
  neighbours: Neighbours,
): Promise<ChannelDoubts> {
  const byNo = new Map(channels.map((channel) => [channel.channelNo, channel]))
  const wanted = days.filter((day) => {
    const channel = byNo.get(day.channelNo)
    return channel !== undefined && needsHours(doubtChannel(channel), day)
  })
  const hours = groupBy(
    await findHoursOf(db, wanted),
    ({ channelNo, endMs }) => `${channelNo} ${bucketEnd(endMs, DAY_MS)}`,
  )
  const found = new Map<string, Doubt[]>()
  for (const day of days) {
    const channel = byNo.get(day.channelNo)
    if (!channel) continue
    const others = (neighbours.get(`${channel.city} ${channel.metricCode} ${day.endMs}`) ?? [])
      .filter(({ stationId }) => stationId !== channel.stationId)
      .map(({ value }) => value)
    const own = hours.get(`${day.channelNo} ${day.endMs}`) ?? []
    const doubts = findDoubts(doubtChannel(channel), day, day.endMs - DAY_MS, own, others)
    if (doubts.length > 0) found.set(`${day.channelNo} ${day.endMs}`, doubts)
  }
  return (channelNo, endMs) => found.get(`${channelNo} ${endMs}`) ?? []
}

/** Hourly figures of the days that need them; one query per day, since they are few. */
async function findHoursOf(db: Db, days: readonly FigureRow[]): Promise<FigureRow[]> {
  const byDay = groupBy(days, ({ endMs }) => endMs)
  const found: FigureRow[] = []
  for (const [endMs, own] of byDay) found.push(...(await findFigures(db, 'mon_r1h', own, endMs - DAY_MS, endMs)))
  return found
}

/** Medians by the end of each hour; null with fewer than three stations. */
export function hourlyMedians(
  rows: readonly { readonly endMs: number; readonly value: number }[],
  fromMs: number,
): (number | null)[] {
  const byHour = groupBy(rows, ({ endMs }) => endMs)
  return Array.from({ length: 24 }, (_, i) => {
    const values = (byHour.get(fromMs + (i + 1) * (DAY_MS / 24)) ?? []).map(({ value }) => value)
    return values.length < MIN_NEIGHBOURS ? null : medianOf(values)
  })
}
