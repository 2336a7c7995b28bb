import type { ChannelView } from '@natim/contract/mon/device'
import type { TsSeries } from '@natim/contract/mon/timeseries'

/** A limit of a channel with the part of the window in which it holds; without bounds in all of it. */
export type WindowLimit = TsSeries['limits'][number]

const NONE: readonly WindowLimit[] = []

/** Limits by channel number; none while the answer is on its way: today's must not be drawn over the past. */
export const limitsBySeries = (series: readonly TsSeries[] | undefined) => {
  const known = new Map(series?.map(({ channelNo, limits }) => [channelNo, limits]))
  return ({ channelNo }: Pick<ChannelView, 'channelNo'>): readonly WindowLimit[] => known.get(channelNo) ?? NONE
}

/** Limits of an answer up to `endMs`: what holds at its end has no end, even where the window has moved on since. */
export const openEnded = (series: readonly TsSeries[], endMs: number): TsSeries[] =>
  series.map((one) => ({
    ...one,
    limits: one.limits.map((limit) => (limit.toMs === endMs ? { ...limit, toMs: Number.POSITIVE_INFINITY } : limit)),
  }))

/** The limits in force at an instant; at that of a change the new ones. */
export const limitsAt = (limits: readonly WindowLimit[], tsMs: number): WindowLimit[] =>
  limits.filter(({ fromMs, toMs }) => (fromMs === undefined || tsMs >= fromMs) && (toMs === undefined || tsMs < toMs))
