import { describe, expect, it } from 'vitest'
import { distanceKm } from './distance.ts'
import {
  bearingDeg,
  coveragePct,
  crossTrackKm,
  destination,
  elevationDeg,
  footprintOf,
  offNadirDeg,
  sunElevationDeg,
  type TrackPoint,
  unwrap,
} from './sat-geometry.ts'

/** Northwards along a meridian, 20 km per point. */
const north = (lng = 110, lat = 34): TrackPoint[] =>
  Array.from({ length: 11 }, (_, i) => ({ ...destination({ lng, lat }, 0, i * 20), tMs: i * 3_000, heightKm: 600 }))

describe('courses', () => {
  it.each<[number, number, number]>([
    [110, 35, 0],
    [111, 34, 90],
    [110, 33, 180],
    [109, 34, 270],
  ])('to %d, %d is %d°', (lng, lat, course) => {
    expect(Math.abs(bearingDeg({ lng: 110, lat: 34 }, { lng, lat }) - course)).toBeLessThan(0.5)
  })

  it('leads to the given distance, across the antimeridian as well', () => {
    const from = { lng: 179.5, lat: 10 }
    const to = destination(from, 90, 300)
    expect(distanceKm(from, to)).toBeCloseTo(300, 3)
    expect(to.lng).toBeGreaterThan(180)
    expect(unwrap(-179, 179)).toBe(181)
    expect(unwrap(10, 12)).toBe(10)
  })

  it('counts the right of a track as positive', () => {
    const at = { lng: 110, lat: 34 }
    expect(crossTrackKm(at, 0, destination(at, 90, 80))).toBeCloseTo(80, 3)
    expect(crossTrackKm(at, 0, destination(at, 270, 80))).toBeCloseTo(-80, 3)
    expect(crossTrackKm(at, 0, destination(at, 0, 80))).toBeCloseTo(0, 3)
  })
})

describe('off-nadir angles', () => {
  it('are 0 straight down, and grow with the distance', () => {
    expect(offNadirDeg(0, 600)).toBe(0)
    expect(elevationDeg(0, 600)).toBe(90)
    // Its tangent is about distance : height, slightly less because the Earth is round.
    expect(offNadirDeg(300, 600)).toBeCloseTo(26.3, 0)
  })

  it('satisfy the triangle: off-nadir angle, elevation and central angle add up to 90°', () => {
    for (const km of [100, 500, 900]) {
      const earth = (km / 6_371) * (180 / Math.PI)
      expect(offNadirDeg(km, 700) + elevationDeg(km, 700) + earth).toBeCloseTo(90, 9)
      // Law of sines in the same triangle.
      const sine = (6_371 / 7_071) * Math.cos((elevationDeg(km, 700) * Math.PI) / 180)
      expect(Math.sin((offNadirDeg(km, 700) * Math.PI) / 180)).toBeCloseTo(sine, 9)
    }
  })
})

describe('a swath', () => {
  it('has the given width and lies on its side of the track', () => {
    const strip = footprintOf(north(), 100, 60, 110)
    expect(strip[0]).toEqual(strip.at(-1))
    const [right, left] = [strip[0], strip.at(-2)]
    const place = ([lng, lat]: readonly [number, number]) => ({ lng, lat })
    if (!right || !left) throw new Error('no strip')
    expect(distanceKm({ lng: 110, lat: 34 }, place(right))).toBeCloseTo(130, 1)
    expect(distanceKm({ lng: 110, lat: 34 }, place(left))).toBeCloseTo(70, 1)
    expect(right[0]).toBeGreaterThan(110)
  })

  it('covers what lies in it, percent with one decimal', () => {
    const strip = footprintOf(north(), 0, 60, 110)
    const inside = destination({ lng: 110, lat: 35 }, 90, 20)
    const outside = destination({ lng: 110, lat: 35 }, 90, 40)
    expect(coveragePct([inside], strip)).toBe(100)
    expect(coveragePct([inside, outside, outside], strip)).toBe(33.3)
    expect(coveragePct([], strip)).toBe(0)
  })

  it('stays in one piece near the antimeridian', () => {
    const strip = footprintOf(north(179.9, 20), 0, 200, 179)
    const lngs = strip.map(([lng]) => lng)
    expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(5)
    expect(Math.max(...lngs)).toBeGreaterThan(180)
  })
})

describe('the sun', () => {
  it.each<[string, number, number, number, number]>([
    // At noon of an equinox over the equator it is in the zenith; at the solstice the tilt is off.
    ['the zenith at an equinox', 0, 0, Date.UTC(2026, 2, 20, 12, 7), 90],
    ['Beijing at noon in June', 116.4, 39.9, Date.UTC(2026, 5, 21, 4, 16), 73.5],
    ['Beijing at noon in December', 116.4, 39.9, Date.UTC(2026, 11, 21, 4, 12), 26.7],
    ['Beijing at midnight in June', 116.4, 39.9, Date.UTC(2026, 5, 21, 16, 16), -26.7],
  ])('has the right elevation: %s', (_, lng, lat, tMs, degrees) => {
    expect(Math.abs(sunElevationDeg({ lng, lat }, tMs) - degrees)).toBeLessThan(0.6)
  })
})
