import type { Place } from '../distance.ts'
import { circleCorners } from '../map-area.ts'

/** Wind at a place: origin in degrees clockwise from north, and m/s. */
export interface Wind {
  readonly fromDeg: number
  readonly speedMs: number
}

/** Below it the cloud spreads in all directions (domain §3.12; 10 km/h). */
export const CALM_MS = 2.8
export const WEDGE_DEG = 60
/** A more distant station, or an older reading, does not represent the wind at the source. */
export const WIND_WITHIN_KM = 30
export const WIND_WITHIN_MS = 20 * 60_000
/** Own figures of domain §3.12. */
export const CLOSE_KM = 1
export const DOWNWIND_KM = 10
export const MAX_HAZARD_KM = 50
export const HAZARD_BANNER = '仅供参考，非扩散模型结果'

export interface HazardArea {
  readonly kind: 'circle' | 'wedge'
  /** Outline in order, not closed; WGS-84. */
  readonly corners: readonly Place[]
  readonly radiusKm: number
  /** Direction the wind blows towards; null when calm. */
  readonly towardsDeg: number | null
}

export interface HazardRadii {
  readonly closeKm: number
  readonly downwindKm: number
}

const KM_PER_DEG = 111.195
const RAD = Math.PI / 180
const ARC_STEPS = 24

/** The place at a distance in km and a direction clockwise from north. */
export function placeAt({ lng, lat }: Place, bearingDeg: number, km: number): Place {
  const north = Math.cos(bearingDeg * RAD) * km
  const east = Math.sin(bearingDeg * RAD) * km
  return { lat: lat + north / KM_PER_DEG, lng: lng + east / (KM_PER_DEG * Math.max(0.01, Math.cos(lat * RAD))) }
}

/**
 * Hazard area, for orientation only: a circle around the source when calm, else a 60° wedge downwind that starts behind
 * the source, far enough for its edges to clear the close area. Undefined without wind data.
 */
export function hazardArea(
  source: Place,
  wind: Wind | null,
  { closeKm, downwindKm }: HazardRadii = { closeKm: CLOSE_KM, downwindKm: DOWNWIND_KM },
): HazardArea | null {
  if (wind === null) return null
  if (wind.speedMs < CALM_MS)
    return { kind: 'circle', corners: circleCorners(source, closeKm), radiusKm: closeKm, towardsDeg: null }
  const towardsDeg = (wind.fromDeg + 180) % 360
  // The edges are tangent to the close circle: sin(half) = close / distance of the tip.
  const tip = placeAt(source, wind.fromDeg, closeKm / Math.sin((WEDGE_DEG / 2) * RAD))
  const reachKm = downwindKm + closeKm / Math.sin((WEDGE_DEG / 2) * RAD)
  const arc = Array.from({ length: ARC_STEPS + 1 }, (_, step) =>
    placeAt(tip, towardsDeg - WEDGE_DEG / 2 + (WEDGE_DEG * step) / ARC_STEPS, reachKm),
  )
  return { kind: 'wedge', corners: [tip, ...arc], radiusKm: downwindKm, towardsDeg }
}
