import { PLACE_ROWS } from './places.data.ts'

/** A possible location of a station in a district of a city; WGS-84 degrees. */
export interface Spot {
  readonly name: string
  readonly lng: number
  readonly lat: number
}
/** A prefecture-level city with its centre and its spots. */
export interface Place {
  readonly code: string
  readonly name: string
  readonly lng: number
  readonly lat: number
  readonly spots: readonly Spot[]
}

/** Cities of the mainland by code; every spot lies inside its city. */
export const PLACES: readonly Place[] = PLACE_ROWS.map(([code, name, lng, lat, spots]) => ({
  code,
  name,
  lng,
  lat,
  spots: spots.split(';').map((text) => {
    const [spot = '', east = '0', north = '0'] = text.split(' ')
    return { name: spot, lng: lng + Number(east) / 1000, lat: lat + Number(north) / 1000 }
  }),
}))

const BY_CODE: ReadonlyMap<string, Place> = new Map(PLACES.map((place) => [place.code, place]))

/** The city of a code. @throws when the code is not a mainland city: the tables of this package must agree. */
export function placeOf(code: string): Place {
  const place = BY_CODE.get(code)
  if (!place) throw new Error(`No place for region ${code}`)
  return place
}

/** Cities of a province; the capital first. */
export function placesIn(provinceCode: string): Place[] {
  return PLACES.filter((place) => place.code.startsWith(provinceCode.slice(0, 2)))
}
