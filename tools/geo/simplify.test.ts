import { describe, expect, it } from 'vitest'
import type { Feature, Point, Ring } from './geojson.ts'
import { simplify, simplifyLine } from './simplify.ts'

const DETAIL = { decimals: 3, toleranceDeg: 0.05, minArea: 0.01 }
/** A wavy border from (1, 0) to (1, 1). */
const BORDER: Ring = Array.from({ length: 21 }, (_, index): Point => [1 + 0.04 * Math.sin(index), index / 20])

function neighbours(): Feature<{ name: string }>[] {
  const left: Ring = [[0, 0], ...BORDER, [0, 1], [0, 0]]
  const right: Ring = [[2, 0], [2, 1], ...BORDER.toReversed(), [2, 0]]
  return [
    { properties: { name: 'left' }, polygons: [[left]] },
    { properties: { name: 'right' }, polygons: [[right]] },
  ]
}

const borderOf = (feature: Feature<unknown> | undefined) =>
  (feature?.polygons[0]?.[0] ?? [])
    .filter(([lng]) => lng > 0 && lng < 2)
    .map(String)
    .filter((text, index, all) => all.indexOf(text) === index)
    .toSorted()

describe('simplifying boundaries', () => {
  it('keeps the ends and vertices outside the tolerance', () => {
    const line: Ring = [
      [0, 0],
      [1, 0.2],
      [2, 0.4],
      [3, 0],
    ]
    expect(simplifyLine(line, 0.1)).toEqual([line[0], line[2], line[3]])
  })

  it('gives both neighbours the same border, so that no crack opens', () => {
    const [left, right] = simplify(neighbours(), DETAIL)
    expect(borderOf(left)).toEqual(borderOf(right))
    expect(borderOf(left).length).toBeLessThan(BORDER.length)
  })

  it('drops specks but never a whole feature', () => {
    const speck = (size: number): Ring => [
      [5, 5],
      [5 + size, 5],
      [5, 5 + size],
      [5, 5],
    ]
    const tiny: Feature<object> = { properties: {}, polygons: [[speck(0.02)], [speck(0.01)]] }
    expect(simplify([tiny], DETAIL)[0]?.polygons).toHaveLength(1)
  })
})
