import { distanceKm, type Place } from './distance.ts'
import type { Position, Ring } from './sat-area.ts'
import { isInRing } from './sat-area.ts'

const EARTH_KM = 6_371
const RAD = Math.PI / 180
const DEG = 180 / Math.PI

/** A satellite over its ground point. */
export interface TrackPoint extends Place {
  readonly tMs: number
  readonly heightKm: number
}

/** Initial course from one place to another, degrees from north, clockwise, 0 to 360. */
export function bearingDeg(from: Place, to: Place): number {
  const dLng = (to.lng - from.lng) * RAD
  const y = Math.sin(dLng) * Math.cos(to.lat * RAD)
  const x =
    Math.cos(from.lat * RAD) * Math.sin(to.lat * RAD) -
    Math.sin(from.lat * RAD) * Math.cos(to.lat * RAD) * Math.cos(dLng)
  return (Math.atan2(y, x) * DEG + 360) % 360
}

/** Destination after a distance in km on a course; longitudes continue past 180 instead of jumping. */
export function destination(from: Place, courseDeg: number, km: number): Place {
  const angle = km / EARTH_KM
  const lat1 = from.lat * RAD
  const lat = Math.asin(Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(courseDeg * RAD))
  const dLng = Math.atan2(
    Math.sin(courseDeg * RAD) * Math.sin(angle) * Math.cos(lat1),
    Math.cos(angle) - Math.sin(lat1) * Math.sin(lat),
  )
  return { lng: from.lng + dLng * DEG, lat: lat * DEG }
}

/** Angle from the vertical at which a sensor sees a target at a distance from the ground point, degrees. */
export function offNadirDeg(groundKm: number, heightKm: number): number {
  const angle = groundKm / EARTH_KM
  return Math.atan2(EARTH_KM * Math.sin(angle), heightKm + EARTH_KM * (1 - Math.cos(angle))) * DEG
}

/** Elevation of the satellite above the horizon at that target, degrees; negative below it. */
export const elevationDeg = (groundKm: number, heightKm: number): number =>
  90 - (groundKm / EARTH_KM) * DEG - offNadirDeg(groundKm, heightKm)

/** Cell size of an image at that off-nadir angle, relative to nadir. */
export const resolutionFactor = (offNadir: number): number => 1 / Math.cos(offNadir * RAD)

/** Cross-track distance, km; positive to the right of the track. */
export function crossTrackKm(at: Place, courseDeg: number, target: Place): number {
  const angle = distanceKm(at, target) / EARTH_KM
  return Math.asin(Math.sin(angle) * Math.sin((bearingDeg(at, target) - courseDeg) * RAD)) * EARTH_KM
}

/** Course of the ground point at one of the points of a track. */
function courseAt(track: readonly TrackPoint[], index: number): number {
  const before = track[Math.max(0, index - 1)] as TrackPoint
  const after = track[Math.min(track.length - 1, index + 1)] as TrackPoint
  return bearingDeg(before, after)
}

/** Longitude shifted by full turns to be closest to another. */
export const unwrap = (lng: number, near: number): number => lng + 360 * Math.round((near - lng) / 360)

/**
 * Footprint of a sensor: a strip of `swathKm` whose centre line lies `sideKm` to the right of the ground track. Closed,
 * with longitudes close to `near`, so that they may exceed ±180.
 */
export function footprintOf(track: readonly TrackPoint[], sideKm: number, swathKm: number, near: number): Ring {
  const edge = (index: number, km: number): Position => {
    const point = track[index] as TrackPoint
    const { lng, lat } = destination(point, courseAt(track, index) + 90, km)
    return [unwrap(lng, near), lat]
  }
  const right = track.map((_, index) => edge(index, sideKm + swathKm / 2))
  const left = track.map((_, index) => edge(index, sideKm - swathKm / 2))
  return [...right, ...left.toReversed(), right[0] as Position]
}

/** Share of the places inside a footprint, percent with one decimal. */
export function coveragePct(places: readonly Place[], footprint: Ring): number {
  if (places.length === 0) return 0
  const inside = places.filter((place) => isInRing(footprint, place)).length
  return Math.round((inside / places.length) * 1_000) / 10
}

/** Elevation of the sun, degrees. Low-precision almanac of the Astronomical Almanac, accurate to 0.1°. */
export function sunElevationDeg({ lng, lat }: Place, tMs: number): number {
  const days = tMs / 86_400_000 - 10_957.5
  const anomaly = (357.528 + 0.985_600_3 * days) * RAD
  const ecliptic = (280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD
  const tilt = (23.439 - 0.000_000_4 * days) * RAD
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const sidereal = (280.460_618_37 + 360.985_647_366_29 * days + lng) * RAD
  const hour = sidereal - ascension
  return (
    Math.asin(
      Math.sin(lat * RAD) * Math.sin(declination) + Math.cos(lat * RAD) * Math.cos(declination) * Math.cos(hour),
    ) * DEG
  )
}
