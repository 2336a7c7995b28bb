import type { AqiPollutant } from '@natim/domain/aqi'
import type { Db } from '../../platform/db/db.ts'
import { findRows } from './aqi.repository.ts'
import { pollutantsOf } from './aqi.service.ts'

/** The hourly index of a station as reported. */
export interface StationIndex {
  readonly stationId: string
  /** End of the hour, epoch ms. */
  readonly toMs: number
  readonly aqi: number
  readonly leading: readonly AqiPollutant[]
}

/** Hours with an index of some stations, with ends in (fromMs, toMs], in time order. */
export async function findStationIndex(
  db: Db,
  stationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<StationIndex[]> {
  const rows = await findRows(db, 'h', 's', stationIds, fromMs, toMs)
  return rows.flatMap(({ placeId, tMs, aqi, leadingItems }) =>
    aqi === null ? [] : [{ stationId: placeId, toMs: tMs, aqi, leading: pollutantsOf('hour', leadingItems) }],
  )
}
