import type { Place } from '@natim/domain/distance'
import type { TrackPoint } from '@natim/domain/sat-geometry'
import { MINUTE_MS } from '@natim/domain/time'
import { eciToGeodetic, geodeticToEcf, gstime, jday, type SatRec, sgp4, twoline2satrec } from 'satellite.js'

const RAD = Math.PI / 180
const DEG = 180 / Math.PI

export type Vector = readonly [x: number, y: number, z: number]

/** SGP4 record of a satellite, and the epoch of its data. */
export interface Orbit {
  readonly record: SatRec
  readonly epochMs: number
}

export function orbitOf(tle1: string, tle2: string, epochMs: number): Orbit {
  return { record: twoline2satrec(tle1, tle2), epochMs }
}

/** Greenwich sidereal time, radians. */
function sidereal(tMs: number): number {
  const at = new Date(tMs)
  const ms = at.getUTCMilliseconds()
  const [y, mon, d] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
  return gstime(jday(y, mon, d, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), ms))
}

/** Position in an Earth-fixed frame, km; undefined where the model fails. */
export function positionAt({ record, epochMs }: Orbit, tMs: number): Vector | undefined {
  const state = sgp4(record, (tMs - epochMs) / MINUTE_MS)
  if (!state || !Number.isFinite(state.position.x)) return undefined
  const angle = sidereal(tMs)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { x, y, z } = state.position
  return [x * cos + y * sin, y * cos - x * sin, z]
}

/** Subsatellite point and height. */
export function groundPoint(orbit: Orbit, tMs: number): TrackPoint | undefined {
  const at = positionAt(orbit, tMs)
  if (!at) return undefined
  // The frame is already Earth-fixed: no rotation angle.
  const { longitude, latitude, height } = eciToGeodetic({ x: at[0], y: at[1], z: at[2] }, 0)
  return { tMs, lng: longitude * DEG, lat: latitude * DEG, heightKm: height }
}

/** A place on the ground and its zenith direction. */
export interface Target {
  readonly at: Vector
  readonly up: Vector
}

export function targetOf({ lng, lat }: Place): Target {
  const [longitude, latitude] = [lng * RAD, lat * RAD]
  const { x, y, z } = geodeticToEcf({ longitude, latitude, height: 0 })
  const up: Vector = [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ]
  return { at: [x, y, z], up }
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const length = (a: Vector) => Math.sqrt(dot(a, a))
const angleOf = (cosine: number) => Math.acos(Math.max(-1, Math.min(1, cosine)))

/** Geocentric angle between satellite and place, radians. */
export const separation = (satellite: Vector, { at }: Target): number =>
  angleOf(dot(satellite, at) / (length(satellite) * length(at)))

/** Elevation of the satellite above the horizon of a place, degrees. */
export function elevationAt(satellite: Vector, { at, up }: Target): number {
  const line: Vector = [satellite[0] - at[0], satellite[1] - at[1], satellite[2] - at[2]]
  return 90 - angleOf(dot(line, up) / length(line)) * DEG
}
