import type { Place } from '@natim/domain/distance'
import { distanceKm } from '@natim/domain/distance'
import { middleOf, reachKmOf, type SatArea, sampleArea, verticesOf } from '@natim/domain/sat-area'
import {
  bearingDeg,
  coveragePct,
  crossTrackKm,
  destination,
  footprintOf,
  offNadirDeg,
  resolutionFactor,
  sunElevationDeg,
  type TrackPoint,
  unwrap,
} from '@natim/domain/sat-geometry'
import { feasibility, type PassLimits, passFault } from '@natim/domain/sat-task'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import {
  elevationAt,
  groundPoint,
  type Orbit,
  orbitOf,
  positionAt,
  separation,
  type Target,
  targetOf,
} from './orbit.ts'
import type { FoundPass, PassOrder, PassSatellite } from './pass-order.ts'

const STEP_MS = MINUTE_MS
/** Upper bound for the speed of a ground point, degrees per minute; allows skipping steps while it is far away. */
const FASTEST_DEG = 4.6
const NEAR_DEG = 25
const DEG = 180 / Math.PI
/** At a lower elevation, pictures are useless. */
const MIN_ELEVATION = 25
const PRECISION_MS = 50
const TRACK_STEP_MS = 15 * SECOND_MS
/** How much longer than the area the strip is drawn; the track is longer still. */
const STRIP_MS = 30 * SECOND_MS
const TRACK_MS = 90 * SECOND_MS
const LEAST_SPAN_MS = 4 * SECOND_MS
const MAX_PASSES = 100

/** Times of closest approach to a place within (from, to], ascending. */
export function findClosest(orbit: Orbit, target: Target, fromMs: number, toMs: number): number[] {
  const angleAt = (tMs: number) => {
    const at = positionAt(orbit, tMs)
    return at === undefined ? Number.POSITIVE_INFINITY : separation(at, target) * DEG
  }
  const found: number[] = []
  let tMs = fromMs - STEP_MS
  let [older, old] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  while (tMs <= toMs + STEP_MS) {
    const angle = angleAt(tMs)
    if (older > old && old <= angle && old < NEAR_DEG) {
      const peak = smallest(angleAt, tMs - 2 * STEP_MS, tMs)
      if (peak > fromMs && peak <= toMs) found.push(peak)
    }
    ;[older, old] = [old, angle]
    const skipped = Number.isFinite(angle) ? Math.floor((angle - NEAR_DEG) / FASTEST_DEG) - 2 : 0
    if (skipped > 0) [older, old] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    tMs += STEP_MS * Math.max(1, skipped)
  }
  return found
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Minimum of a unimodal function (golden section). */
function smallest(value: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to]
  let [c, d] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)]
  let [vc, vd] = [value(c), value(d)]
  while (b - a > PRECISION_MS) {
    if (vc < vd) {
      ;[b, d, vd] = [d, c, vc]
      c = b - GOLDEN * (b - a)
      vc = value(c)
    } else {
      ;[a, c, vc] = [c, d, vd]
      d = a + GOLDEN * (b - a)
      vd = value(d)
    }
  }
  return Math.round((a + b) / 2)
}

interface Scene {
  readonly area: SatArea
  readonly middle: Place
  readonly target: Target
  readonly reachKm: number
  readonly samples: readonly Place[]
  readonly limits: PassLimits
}

/** Times at which the first and the last corner of the area are abeam. */
function spanOf(area: SatArea, peakMs: number, before: TrackPoint, after: TrackPoint): [number, number] {
  const course = bearingDeg(before, after)
  const kmPerMs = distanceKm(before, after) / (after.tMs - before.tMs)
  const middle = destination(before, course, distanceKm(before, after) / 2)
  const alongMs = verticesOf(area).map(([lng, lat]) => {
    const place = { lng, lat }
    const angle = ((bearingDeg(middle, place) - course) * Math.PI) / 180
    return (distanceKm(middle, place) * Math.cos(angle)) / kmPerMs
  })
  const start = Math.min(-LEAST_SPAN_MS / 2, ...alongMs)
  const end = Math.max(LEAST_SPAN_MS / 2, ...alongMs)
  return [Math.round(peakMs + start), Math.round(peakMs + end)]
}

function trackOf(orbit: Orbit, fromMs: number, toMs: number, near: number): TrackPoint[] {
  const count = Math.max(2, Math.ceil((toMs - fromMs) / TRACK_STEP_MS) + 1)
  return Array.from({ length: count }, (_, i) => groundPoint(orbit, fromMs + ((toMs - fromMs) * i) / (count - 1)))
    .filter((point) => point !== undefined)
    .map((point) => ({ ...point, lng: unwrap(point.lng, near) }))
}

/** Share of a strip's edge that is not relied on. */
const EDGE_SHARE = 0.1

/** Distance a sensor must point beside its track, km; 0 if its strip covers the area anyway. */
function swing(toMiddleKm: number, swathKm: number, reachKm: number): number {
  const slackKm = Math.max(0, (swathKm / 2) * (1 - EDGE_SHARE) - reachKm)
  return Math.sign(toMiddleKm) * Math.max(0, Math.abs(toMiddleKm) - slackKm)
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

function passOf(satellite: PassSatellite, orbit: Orbit, scene: Scene, peakMs: number): FoundPass | undefined {
  const at = positionAt(orbit, peakMs)
  const before = groundPoint(orbit, peakMs - SECOND_MS)
  const after = groundPoint(orbit, peakMs + SECOND_MS)
  if (!at || !before || !after) return undefined
  const elevation = elevationAt(at, scene.target)
  if (elevation < MIN_ELEVATION) return undefined
  const { lng } = scene.middle
  const [startMs, endMs] = spanOf(scene.area, peakMs, before, after)
  const ground = groundPoint(orbit, peakMs) as TrackPoint
  const sideKm = swing(crossTrackKm(ground, bearingDeg(before, after), scene.middle), satellite.swathKm, scene.reachKm)
  const offNadir = offNadirDeg(Math.abs(sideKm), ground.heightKm)
  const strip = trackOf(orbit, startMs - STRIP_MS, endMs + STRIP_MS, lng)
  const footprint = footprintOf(strip, sideKm, satellite.swathKm, lng)
  const figures = {
    offNadir: rounded(offNadir, 1),
    coveragePct: coveragePct(scene.samples, footprint),
    sunElev: rounded(sunElevationDeg(scene.middle, peakMs), 1),
    resM: rounded(satellite.resM * resolutionFactor(offNadir), 2),
  }
  // A task may lower the satellite's limits, but not raise them.
  const limits = { ...scene.limits, offNadirMax: Math.min(scene.limits.offNadirMax, satellite.offNadirMax) }
  return {
    satelliteId: satellite.id,
    startMs,
    peakMs,
    endMs,
    maxElev: rounded(elevation, 1),
    ...figures,
    feasibility: feasibility(figures, limits),
    fault: passFault(figures, limits),
    footprint: footprint.map(([x, y]) => [rounded(x, 4), rounded(y, 4)]),
    track: trackOf(orbit, startMs - TRACK_MS, endMs + TRACK_MS, lng).map((point) => [
      rounded(point.lng, 4),
      rounded(point.lat, 4),
      Math.round(point.tMs),
    ]),
  }
}

/** All passes over an area, by time; at most `MAX_PASSES`, of the highest value. */
export function findPasses({ area, satellites, limits, fromMs, toMs }: PassOrder): FoundPass[] {
  const middle = middleOf(area)
  const scene: Scene = {
    area,
    middle,
    target: targetOf(middle),
    reachKm: reachKmOf(area),
    samples: sampleArea(area),
    limits,
  }
  const passes = satellites.flatMap((satellite) => {
    const orbit = orbitOf(satellite.tle1, satellite.tle2, satellite.epochMs)
    return findClosest(orbit, scene.target, fromMs, toMs).flatMap(
      (peakMs) => passOf(satellite, orbit, scene, peakMs) ?? [],
    )
  })
  return passes
    .toSorted((a, b) => b.feasibility - a.feasibility)
    .slice(0, MAX_PASSES)
    .toSorted((a, b) => a.peakMs - b.peakMs)
}
