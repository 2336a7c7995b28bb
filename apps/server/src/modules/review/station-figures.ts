import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type ChannelDay, loadCaptures } from './capture.ts'
import type { ReviewedChannel } from './doubts.ts'
import { findFigures } from './figures.repository.ts'
import { findStations } from './review-day.repository.ts'
import { loadChannels } from './review-figures.ts'

export interface StationFigures {
  readonly id: string
  readonly name: string
  readonly regionCode: string
  readonly channels: readonly ReviewedChannel[]
  /** Of its channels, by channel and day. */
  readonly days: readonly ChannelDay[]
}

/** Measured values and capture of stations on each day of a span; one station, or all of a region. */
export async function loadStationFigures(
  db: Db,
  scope: DataScope,
  { region, stationId }: { readonly region: string; readonly stationId: string | null },
  span: { readonly afterMs: number; readonly untilMs: number; readonly nowMs: number },
): Promise<StationFigures[]> {
  const stations = await findStations(db, scope, stationId === null ? { region } : { ids: [stationId] })
  const channels = await loadChannels(
    db,
    scope,
    stations.map(({ id }) => id),
  )
  const rows = await findFigures(db, 'mon_r1d', channels, span.afterMs, span.untilMs)
  const daysOf = groupBy(await loadCaptures(db, channels, rows, span), ({ channelNo }) => channelNo)
  const channelsOf = groupBy(channels, (channel) => channel.stationId)
  return stations.flatMap(({ id, name, regionCode }) => {
    const own = channelsOf.get(id) ?? []
    if (own.length === 0) return []
    return [{ id, name, regionCode, channels: own, days: own.flatMap(({ channelNo }) => daysOf.get(channelNo) ?? []) }]
  })
}
