import { type IndexPeriod, type IndexPlaces } from '@natim/domain/alarm/comparison'
import type { Db } from '../../platform/db/db.ts'
import { findRows } from './aqi.repository.ts'

/** An index value judged by rules; null = NA. */
export interface IndexFigure {
  readonly channelNo: number
  readonly avgPeriod: IndexPeriod
  readonly endMs: number
  readonly mean: number | null
}

/** Places whose index a channel carries, with the requested periods. */
export interface WantedIndex {
  readonly channelNo: number
  readonly index: IndexPlaces
  readonly periods: readonly string[]
}

const KINDS = [
  ['aqi-hour-station', 'h', 'station'],
  ['aqi-day-station', 'd', 'station'],
  ['aqi-hour-city', 'h', 'city'],
  ['aqi-day-city', 'd', 'city'],
] as const

/** Reported values with ends in (fromMs, toMs] as currently stored, in time order. */
export async function findIndexFigures(
  db: Db,
  wanted: readonly WantedIndex[],
  fromMs: number,
  toMs: number,
): Promise<IndexFigure[]> {
  const found = await Promise.all(
    KINDS.map(async ([avgPeriod, span, of]) => {
      const carriers = new Map<string, number>()
      for (const { channelNo, index, periods } of wanted) {
        const place = index[of]
        if (place && periods.includes(avgPeriod)) carriers.set(place.id, channelNo)
      }
      if (carriers.size === 0) return []
      const rows = await findRows(db, span, of === 'city' ? 'c' : 's', [...carriers.keys()], fromMs, toMs)
      return rows.map(({ placeId, tMs, aqi }) => ({
        channelNo: carriers.get(placeId) ?? 0,
        avgPeriod,
        endMs: tMs,
        mean: aqi,
      }))
    }),
  )
  return found.flat().toSorted((a, b) => a.endMs - b.endMs)
}
