import { type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import type { History } from '../use-history.ts'

/** Maximum hours per response; a longer range would be returned in wider buckets. */
const MAX_HOURS = 10_000
export const MAX_ANALYSIS_DAYS = Math.floor((MAX_HOURS * HOUR_MS) / DAY_MS)

/** Hourly and daily means of the chosen channels over the shown range: the input of every analysis panel. */
export function useHours({ state: { channels }, view: { range } }: History) {
  const { fromMs, toMs } = range
  const isTooLong = (toMs - fromMs) / HOUR_MS > MAX_HOURS
  const enabled = channels.length > 0 && !isTooLong
  const query = { channels: channels.join(','), from: fromMs, to: toMs, maxPoints: MAX_HOURS }
  const hours = useLastGood(
    useEndpoint(timeseriesEndpoints.query, { query: { ...query, agg: '1h' } }, { enabled }),
    channels.join(','),
  )
  const days = useEndpoint(timeseriesEndpoints.query, { query: { ...query, agg: '1d' } }, { enabled })
  return { hours, days: days.isPlaceholderData ? undefined : days.data?.series, isTooLong }
}

export interface HourPoint {
  readonly tsMs: number
  readonly value: number
}

/** Hours of a series that have a value. */
export const hoursOf = ({ timesMs, avg }: TsSeries): HourPoint[] =>
  timesMs.flatMap((tsMs, i) => {
    const value = avg[i]
    return value == null ? [] : [{ tsMs, value }]
  })

/** Hours common to two series. */
export function pairsOf(x: TsSeries, y: TsSeries): { readonly tsMs: number; readonly x: number; readonly y: number }[] {
  const byTime = new Map(hoursOf(x).map(({ tsMs, value }) => [tsMs, value]))
  return hoursOf(y).flatMap(({ tsMs, value }) => {
    const other = byTime.get(tsMs)
    return other === undefined ? [] : [{ tsMs, x: other, y: value }]
  })
}
