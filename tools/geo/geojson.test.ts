import { describe, expect, it } from 'vitest'
import { contains, decodeGeometry, decodeRing, labelPoint, type Ring, rightHanded, signedArea2 } from './geojson.ts'

/** The inverse of the decoder, per the source format. */
function encode(deltas: readonly number[]): string {
  return String.fromCharCode(...deltas.map((delta) => ((delta << 1) ^ (delta >> 31)) + 64))
}

const SQUARE: Ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]
const HOLE: Ring = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
  [1, 1],
]

describe('the delta-coded source', () => {
  it('adds zigzag differences to the offset and divides by 1024', () => {
    expect(decodeRing(encode([0, 0, 1024, -512, -1024, 512]), [102_400, 20_480])).toEqual([
      [100, 20],
      [101, 19.5],
      [100, 20],
    ])
  })

  it('closes an open ring', () => {
    const open = SQUARE.slice(0, -1)
    expect(decodeGeometry({ type: 'Polygon', coordinates: [open] })).toEqual([[SQUARE]])
  })
})

describe('rings', () => {
  it('turns outer rings counter-clockwise and holes clockwise', () => {
    const [outer, hole] = rightHanded([SQUARE.toReversed(), HOLE])
    expect(signedArea2(outer ?? [])).toBeGreaterThan(0)
    expect(signedArea2(hole ?? [])).toBeLessThan(0)
  })

  it('counts a point in a hole as outside', () => {
    expect(contains([[SQUARE, HOLE]], [3, 3])).toBe(true)
    expect(contains([[SQUARE, HOLE]], [1.5, 1.5])).toBe(false)
    expect(contains([[SQUARE]], [5, 1])).toBe(false)
  })

  it('puts the label inside a shape whose middle is outside', () => {
    const horseshoe: Ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [7, 9],
      [7, 2],
      [2, 2],
      [2, 9],
      [0, 9],
      [0, 0],
    ]
    expect(contains([[horseshoe]], labelPoint([[horseshoe]]))).toBe(true)
  })
})
