import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clusterPoints, MAX_POINTS } from './map-cluster.ts'

const point = (id: number, lng: number, lat: number) => ({ id, lng, lat })
type Point = ReturnType<typeof point>
interface Group {
  readonly members: readonly Point[]
}
const cluster = (points: readonly Point[], zoom: number): (Point | Group)[] =>
  clusterPoints(points, zoom, (members): Group => ({ members }))
const countOf = (items: readonly (Point | Group)[]) =>
  items.reduce((sum, item) => sum + ('members' in item ? item.members.length : 1), 0)

describe('clusterPoints', () => {
  test('leaves up to 300 points unchanged, even if they overlap', () => {
    const points = Array.from({ length: MAX_POINTS }, (_, id) => point(id, 120, 30))
    expect(cluster(points, 4)).toEqual(points)
  })

  test('groups overlapping points and keeps an isolated point', () => {
    const crowd = Array.from({ length: 400 }, (_, id) => point(id, 120 + (id % 20) * 0.001, 30))
    const lonely = point(999, 90, 40)
    const items = cluster([...crowd, lonely], 5)
    expect(items).toHaveLength(2)
    expect(items[0]).toEqual({ members: crowd })
    expect(items[1]).toEqual(lonely)
  })

  test('merges two halves of one crowd on both sides of a cell border into one symbol', () => {
    // The border between the cells 73 and 74 of the grid at zoom 4: 56 pixels wide, 512 × 2⁴ round the world.
    const borderLng = ((74 * 56) / (512 * 2 ** 4) - 0.5) * 360
    const crowd = Array.from({ length: 400 }, (_, id) => point(id, borderLng + (id % 2 === 0 ? -0.01 : 0.01), 30.01))
    expect(cluster(crowd, 4)).toHaveLength(1)
  })

  test('never loses a device and never draws more than 300 symbols at any zoom', () => {
    const anyPoint = fc.record({
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(anyPoint, { minLength: MAX_POINTS + 1, maxLength: 900 }),
        fc.integer({ min: 0, max: 22 }),
        (places, zoom) => {
          const items = cluster(
            places.map(({ lng, lat }, id) => point(id, lng, lat)),
            zoom,
          )
          expect(items.length).toBeLessThanOrEqual(MAX_POINTS)
          expect(countOf(items)).toBe(places.length)
        },
      ),
      { numRuns: 30 },
    )
  })
})
