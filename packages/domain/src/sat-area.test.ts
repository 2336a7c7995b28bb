import { describe, expect, it } from 'vitest'
import { circleCorners } from './map-area.ts'
import {
  areaKm2Of,
  bboxOf,
  checkSatArea,
  closed,
  isInSatArea,
  middleOf,
  type Position,
  reachKmOf,
  type SatArea,
  sampleArea,
  simplifyArea,
  untwistArea,
  verticesOf,
} from './sat-area.ts'

const polygon = (...positions: readonly Position[]): SatArea => ({ type: 'Polygon', coordinates: [closed(positions)] })
const box = (west: number, south: number, east: number, north: number): SatArea =>
  polygon([west, south], [east, south], [east, north], [west, north])
const ring = (count: number, radiusKm = 100): SatArea =>
  polygon(...circleCorners({ lng: 110, lat: 35 }, radiusKm, count).map(({ lng, lat }): Position => [lng, lat]))

describe('the size of an area', () => {
  it('is correct for a degree at the equator, and half of it at 60°', () => {
    expect(areaKm2Of(box(0, -0.5, 1, 0.5))).toBeCloseTo(12_364, -1)
    expect(areaKm2Of(box(0, 59.5, 1, 60.5))).toBeCloseTo(12_364 / 2, -2)
  })

  it('is correct for a circle, and excludes holes', () => {
    expect(areaKm2Of(ring(360))).toBeCloseTo(Math.PI * 100 ** 2, -3)
    const whole = box(110, 30, 111, 31)
    const holed = {
      type: 'Polygon',
      coordinates: [...(whole.coordinates as never[]), ...(box(110.4, 30.4, 110.6, 30.6).coordinates as never[])],
    } as SatArea
    expect(areaKm2Of(whole) - areaKm2Of(holed)).toBeCloseTo(areaKm2Of(box(110.4, 30.4, 110.6, 30.6)), 6)
    expect(checkSatArea(holed).fault).toBeNull()
    expect(isInSatArea(holed, { lng: 110.5, lat: 30.5 })).toBe(false)
    expect(isInSatArea(holed, { lng: 110.2, lat: 30.2 })).toBe(true)
  })
})

describe('the check of an area', () => {
  it('accepts what a task may have, and measures it', () => {
    expect(checkSatArea(box(121, 40, 122, 41))).toMatchObject({ vertices: 4, fault: null, at: null })
  })

  it('accepts 500 corners and refuses 501', () => {
    expect(checkSatArea(ring(500))).toMatchObject({ vertices: 500, fault: null })
    expect(checkSatArea(ring(501))).toMatchObject({ vertices: 501, fault: 'vertices' })
  })

  it('accepts 200 000 km² and refuses more', () => {
    expect(checkSatArea(ring(64, 250)).fault).toBeNull()
    expect(checkSatArea(ring(64, 255)).fault).toBe('area')
  })

  it.each<[string, SatArea, string]>([
    ['nothing', { type: 'MultiPolygon', coordinates: [] }, 'empty'],
    ['a polygon without a ring', { type: 'Polygon', coordinates: [] }, 'empty'],
    ['a line', polygon([0, 0], [1, 1]), 'empty'],
    [
      'an open ring',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
      'open',
    ],
    ['a latitude that is none', box(10, 80, 11, 91), 'range'],
    ['what is no number', polygon([0, 0], [Number.NaN, 0], [1, 1]), 'range'],
    ['an edge over the antimeridian', polygon([179, 0], [-179, 0], [-179, 1], [179, 1]), 'antimeridian'],
    [
      'parts on both sides of it',
      {
        type: 'MultiPolygon',
        coordinates: [box(179, 0, 180, 1), box(-180, 0, -179, 1)].map(({ coordinates }) => coordinates as never),
      },
      'antimeridian',
    ],
  ])('refuses %s', (_, area, fault) => {
    expect(checkSatArea(area).fault).toBe(fault)
  })

  it('reports where an outline crosses itself', () => {
    const { fault, at } = checkSatArea(polygon([0, 0], [2, 2], [2, 0], [0, 2]))
    expect(fault).toBe('crossing')
    expect(at).toEqual({ lng: 1, lat: 1 })
    expect(checkSatArea(polygon([0, 0], [4, 0], [4, 4], [2, -1], [0, 4])).fault).toBe('crossing')
  })

  it('refuses parts that cross each other', () => {
    const parts = [box(0, 0, 2, 2), box(1, 1, 3, 3)].map(({ coordinates }) => coordinates as never)
    expect(checkSatArea({ type: 'MultiPolygon', coordinates: parts })).toMatchObject({ fault: 'crossing' })
  })
})

describe('geometry of an area', () => {
  it('has a box, a centre and a farthest corner', () => {
    const area = box(120, 30, 122, 31)
    expect(bboxOf(area)).toEqual([120, 30, 122, 31])
    expect(middleOf(area)).toEqual({ lng: 121, lat: 30.5 })
    expect(reachKmOf(area)).toBeCloseTo(111.4, 0)
  })

  it('is sampled inside, or by its corners if it is too thin', () => {
    expect(sampleArea(ring(60)).every((place) => isInSatArea(ring(60), place))).toBe(true)
    expect(sampleArea(ring(60)).length).toBeGreaterThan(400)
    // Bent, so that no grid line runs along it.
    const sliver = polygon([0, 0], [1, 0.37], [1, 1], [0.999999, 1], [0.999999, 0.370001])
    expect(sampleArea(sliver)).toHaveLength(5)
  })
})

describe('thinning', () => {
  it('keeps significant corners and stays close to the outline', () => {
    const fine = ring(3_000)
    const thin = simplifyArea(fine, 500)
    expect(verticesOf(thin).length).toBeLessThanOrEqual(500)
    expect(areaKm2Of(thin) / areaKm2Of(fine)).toBeCloseTo(1, 2)
    expect(checkSatArea(thin).fault).toBeNull()
  })

  it('keeps an area that is small enough, and drops islets before land', () => {
    const small = box(0, 0, 1, 1)
    expect(simplifyArea(small, 500)).toBe(small)
    const land = ring(600).coordinates as never
    const islets = Array.from({ length: 20 }, (_, i) => ring(30, 0.01 + i / 1_000).coordinates as never)
    const thin = simplifyArea({ type: 'MultiPolygon', coordinates: [land, ...islets] }, 300)
    expect(thin.type).toBe('Polygon')
    expect(areaKm2Of(thin)).toBeGreaterThan(30_000)
  })
})

describe('a boundary with knots', () => {
  it('loses the small loops and nothing else', () => {
    // One knot at the upper edge, one beside the first corner.
    const knotted = polygon(
      [0, 0],
      [4, 0],
      [4, 4],
      [2.1, 4],
      [1.9, 4.1],
      [2.1, 4.1],
      [1.9, 4],
      [0, 4],
      [0, 0.2],
      [0.1, 0.1],
      [-0.1, 0.1],
    )
    expect(checkSatArea(knotted).fault).toBe('crossing')
    const mended = untwistArea(knotted)
    expect(checkSatArea(mended).fault).toBeNull()
    expect(areaKm2Of(mended) / areaKm2Of(box(0, 0, 4, 4))).toBeCloseTo(1, 1)
  })

  it('is unchanged if it has none, holes included', () => {
    const hole = box(1, 1, 2, 2).coordinates[0] as never
    const land: SatArea = { type: 'Polygon', coordinates: [box(0, 0, 4, 4).coordinates[0] as never, hole] }
    expect(untwistArea(land)).toEqual(land)
    const two: SatArea = {
      type: 'MultiPolygon',
      coordinates: [box(0, 0, 4, 4), box(9, 9, 10, 10)].map((one) => one.coordinates) as never,
    }
    expect(untwistArea(two)).toEqual(two)
  })

  it('drops an islet that overlaps the edge of its land', () => {
    const islet = box(3.9, 1, 4.1, 1.2).coordinates as never
    const mended = untwistArea({ type: 'MultiPolygon', coordinates: [islet, box(0, 0, 4, 4).coordinates as never] })
    expect(mended).toEqual(box(0, 0, 4, 4))
  })
})
