import type { AqiPlace } from '@natim/contract/mon/aqi'
import { AQI_POLLUTANTS, type AqiPollutant } from '@natim/domain/aqi'
import { provinceOf, regionByCode, regionShortName } from '@natim/domain/regions'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findNamedStations, findScopedStations, type ScopedStation } from './aqi.repository.ts'
import { cityEvaluatedBy } from './aqi-city.ts'
import type { PlaceKind } from './mark.repository.ts'

/** A place whose index the caller may see. */
export interface Place {
  readonly id: string
  readonly name: string
  readonly regionName: string
  readonly pollutants: ReadonlySet<AqiPollutant>
  /** For a city, the number of stations that represent it. */
  readonly stations: number | null
}

export const kindOf = (place: AqiPlace): PlaceKind => (place === 'city' ? 'c' : 's')

/** A city is visible to users who see at least one of the stations that represent it. */
export async function findPlaces(
  db: Db,
  scope: DataScope,
  place: AqiPlace,
  region: string | undefined,
): Promise<Place[]> {
  const stations = await findScopedStations(db, scope, { region })
  return place === 'station' ? stations.map(stationPlace) : cityPlaces(stations)
}

/** Names of the places found by {@link findPlaces}, by id. */
export async function findPlaceNames(
  db: Db,
  scope: DataScope,
  place: AqiPlace,
  region: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const stations = await findNamedStations(db, scope, region)
  if (place === 'station') return new Map(stations.map(({ id, name }) => [id, name]))
  const cities = new Set(stations.flatMap((station) => cityEvaluatedBy(station) ?? []))
  return new Map([...cities].map((id) => [id, cityName(id)]))
}

const cityName = (id: string) => regionByCode(id)?.shortName ?? id

/** @throws row.not_found, alike for places that do not exist and those out of scope */
export async function getPlace(db: Db, scope: DataScope, place: AqiPlace, id: string): Promise<Place> {
  const places =
    place === 'station'
      ? (await findScopedStations(db, scope, { id })).map(stationPlace)
      : cityPlaces(await findScopedStations(db, scope, { region: id.slice(0, 2) }))
  const found = places.find((row) => row.id === id)
  if (!found) throw new AppError('row.not_found')
  return found
}

const stationPlace = ({ id, name, regionCode, pollutants }: ScopedStation): Place => ({
  id,
  name,
  regionName: regionShortName(regionCode),
  pollutants: new Set(pollutants),
  stations: null,
})

function cityPlaces(stations: readonly ScopedStation[]): Place[] {
  const cities = groupBy(
    stations.filter((station) => cityEvaluatedBy(station) !== undefined),
    (station) => cityEvaluatedBy(station) ?? '',
  )
  return [...cities].map(([id, own]) => ({
    id,
    name: cityName(id),
    regionName: provinceOf(id)?.shortName ?? '',
    pollutants: new Set(AQI_POLLUTANTS.filter((pollutant) => own.some((row) => row.pollutants.includes(pollutant)))),
    stations: own.length,
  }))
}
