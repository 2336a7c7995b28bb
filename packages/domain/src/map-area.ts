import { distanceKm, type Place } from './distance.ts'

/** A drawn area. Corners in order, not closed; degrees, WGS-84. */
export type MapArea =
  | { readonly kind: 'circle'; readonly center: Place; readonly radiusKm: number }
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] }

/** Twice the signed area of a triangle in degrees: the sign gives the side of ab on which c lies. */
const side = (a: Place, b: Place, c: Place): number =>
  Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))

const isBetween = (a: Place, b: Place, c: Place): boolean =>
  Math.min(a.lng, b.lng) <= c.lng &&
  c.lng <= Math.max(a.lng, b.lng) &&
  Math.min(a.lat, b.lat) <= c.lat &&
  c.lat <= Math.max(a.lat, b.lat)

/** Whether two edges share a point, including touching. */
function meet(a: Place, b: Place, c: Place, d: Place): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Whether an edge folds back over the previous one. */
const foldsBack = (a: Place, b: Place, c: Place): boolean =>
  side(a, b, c) === 0 && (b.lng - a.lng) * (c.lng - b.lng) + (b.lat - a.lat) * (c.lat - b.lat) <= 0

/** Whether the outline of a polygon crosses or touches itself, so that its inside is ambiguous. */
export function isSelfCrossing(corners: readonly Place[]): boolean {
  const count = corners.length
  const corner = (index: number) => corners[index % count] as Place
  for (let i = 0; i < count; i++) {
    if (foldsBack(corner(i), corner(i + 1), corner(i + 2))) return true
    // Adjacent edges share a corner; the last edge is adjacent to the first.
    for (let j = i + 2; j < count - (i === 0 ? 1 : 0); j++) {
      if (meet(corner(i), corner(i + 1), corner(j), corner(j + 1))) return true
    }
  }
  return false
}

/** Whether a place lies in an area, including the rim of a circle. */
export function isInArea(area: MapArea, place: Place): boolean {
  if (area.kind === 'circle') return distanceKm(area.center, place) <= area.radiusKm
  let isInside = false
  for (const [index, a] of area.corners.entries()) {
    const b = area.corners[(index + 1) % area.corners.length] as Place
    if (a.lat > place.lat === b.lat > place.lat) continue
    if (place.lng < a.lng + ((place.lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng)) isInside = !isInside
  }
  return isInside
}

/** The rim of a circle as corners, for drawing. */
export function circleCorners(center: Place, radiusKm: number, count = 64): Place[] {
  const latStep = radiusKm / 111.195
  const lngStep = latStep / Math.max(0.01, Math.cos((center.lat * Math.PI) / 180))
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    return { lng: center.lng + lngStep * Math.cos(angle), lat: center.lat + latStep * Math.sin(angle) }
  })
}

/** Length of a line along the surface, km. */
export const pathKm = (corners: readonly Place[]): number =>
  corners.slice(1).reduce((sum, corner, index) => sum + distanceKm(corners[index] as Place, corner), 0)
