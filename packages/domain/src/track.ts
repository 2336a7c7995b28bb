/** A position of a device track: WGS-84 degrees, epoch ms. */
export interface TrackPlace {
  readonly tsMs: number
  readonly lng: number
  readonly lat: number
}

/** Mean radius of the earth, m. */
const RADIUS_M = 6_371_008.8
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places along the great circle. */
export function distanceM(a: Omit<TrackPlace, 'tsMs'>, b: Omit<TrackPlace, 'tsMs'>): number {
  const [dLat, dLng] = [rad(b.lat - a.lat), rad(b.lng - a.lng)]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Length of the track in metres, in the given order. */
export function trackLengthM(places: readonly TrackPlace[]): number {
  return places.slice(1).reduce((sum, place, i) => sum + distanceM(places[i] as TrackPlace, place), 0)
}

/**
 * Metres east and north of the centre of the track, accurate within some hundred kilometres. A track across the date
 * line takes the short way.
 */
export function projectTrack(places: readonly TrackPlace[]): { readonly x: number; readonly y: number }[] {
  const first = places[0]
  if (!first) return []
  const lngs = places.map(({ lng }) => lng - 360 * Math.round((lng - first.lng) / 360))
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [lng0, lat0] = [middle(lngs), middle(places.map(({ lat }) => lat))]
  return places.map(({ lat }, i) => ({
    x: RADIUS_M * rad((lngs[i] as number) - lng0) * Math.cos(rad(lat0)),
    y: RADIUS_M * rad(lat - lat0),
  }))
}

/** The longest of 1, 2, 5 · 10ⁿ m that does not exceed `maxM`. */
export function scaleBarM(maxM: number): number {
  const power = 10 ** Math.floor(Math.log10(maxM))
  return power * ([5, 2].find((step) => step * power <= maxM) ?? 1)
}
