import { expect, test } from 'vitest'
import { distanceKm } from './distance.ts'
import { circleCorners, isInArea, isSelfCrossing, pathKm } from './map-area.ts'

const places = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([lng, lat]) => ({ lng, lat }))
const SQUARE = places([0, 0], [4, 0], [4, 4], [0, 4])
/** A U shape: the notch is outside. */
const NOTCHED = places([0, 0], [6, 0], [6, 4], [4, 4], [4, 1], [2, 1], [2, 4], [0, 4])

test('a polygon whose edges cross is refused in either drawing direction', () => {
  expect(isSelfCrossing(SQUARE)).toBe(false)
  expect(isSelfCrossing(SQUARE.toReversed())).toBe(false)
  expect(isSelfCrossing(NOTCHED)).toBe(false)
  const bowTie = places([0, 0], [4, 4], [4, 0], [0, 4])
  expect(isSelfCrossing(bowTie)).toBe(true)
  expect(isSelfCrossing(bowTie.toReversed())).toBe(true)
  // The last edge, back to the first corner, counts too.
  expect(isSelfCrossing(places([0, 0], [4, 0], [4, 4], [2, -2]))).toBe(true)
  expect(isSelfCrossing(places([0, 0], [4, 0], [4, 4]))).toBe(false)
})

test('an outline that touches itself or folds back counts as self-crossing', () => {
  expect(isSelfCrossing(places([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]))).toBe(true)
  expect(isSelfCrossing(places([0, 0], [4, 0], [2, 0], [2, 4]))).toBe(true)
  expect(isSelfCrossing(places([0, 0], [4, 0], [4, 0], [4, 4]))).toBe(true)
})

test('a place is inside by the outline, not by its bounding box', () => {
  const area = { kind: 'polygon', corners: NOTCHED } as const
  expect(isInArea(area, { lng: 1, lat: 3 })).toBe(true)
  expect(isInArea(area, { lng: 5, lat: 3 })).toBe(true)
  expect(isInArea(area, { lng: 3, lat: 3 })).toBe(false)
  expect(isInArea(area, { lng: 3, lat: 0.5 })).toBe(true)
  expect(isInArea(area, { lng: 7, lat: 3 })).toBe(false)
})

test('a circle contains places within its radius along the surface', () => {
  const center = { lng: 118.8, lat: 32 }
  const far = { lng: 121.5, lat: 31.2 }
  const km = distanceKm(center, far)
  expect(isInArea({ kind: 'circle', center, radiusKm: km }, far)).toBe(true)
  expect(isInArea({ kind: 'circle', center, radiusKm: km - 0.01 }, far)).toBe(false)
})

test('the drawn rim of a circle lies at its radius', () => {
  const center = { lng: 118.8, lat: 32 }
  for (const corner of circleCorners(center, 20)) expect(distanceKm(center, corner)).toBeCloseTo(20, 0)
})

test('the length of a measured line is the sum of its parts', () => {
  const [a, b, c] = places([116.4, 39.9], [118.8, 32.06], [121.5, 31.2]) as [never, never, never]
  expect(pathKm([a, b, c])).toBeCloseTo(distanceKm(a, b) + distanceKm(b, c))
  expect(pathKm([a])).toBe(0)
})
