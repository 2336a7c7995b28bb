/** Degrees, WGS-84. */
export interface Place {
  readonly lng: number
  readonly lat: number
}

const EARTH_KM = 6_371
const RAD = Math.PI / 180

/** Great-circle distance, km. */
export function distanceKm(a: Place, b: Place): number {
  const dLat = (b.lat - a.lat) * RAD
  const dLng = (b.lng - a.lng) * RAD
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h))
}
