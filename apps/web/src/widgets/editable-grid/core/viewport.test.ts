import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGeometry, rowsInSight } from './geometry.ts'
import { assignSlots, columnsInSight, edgesOf, scrollToShow } from './viewport.ts'

describe('rendered rows and columns', () => {
  it('[WG-183] are about nine rows of 61 px in a window of 400 px, at any scroll position', () => {
    const geometry = createGeometry(100_000, 61, [], 0)
    expect(geometry.heightPx).toBe(6_100_000)
    for (const top of [0, 61, 1_000, 3_000_017, 6_099_600]) {
      const { first, end } = rowsInSight(top, 400, geometry, 100_000)
      expect(geometry.topOf(first)).toBeLessThanOrEqual(top)
      expect(geometry.topOf(end)).toBeGreaterThanOrEqual(Math.min(top + 400, geometry.heightPx))
      expect(end - first).toBeLessThanOrEqual(10)
    }
  })

  it('fill the window with expanded rows too', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99)), fc.nat(8_000), (expanded, top) => {
        const geometry = createGeometry(
          100,
          61,
          expanded.toSorted((a, b) => a - b),
          200,
        )
        const { first, end } = rowsInSight(top, 400, geometry, 100)
        expect(geometry.topOf(first) <= top || first === 100).toBe(true)
        expect(geometry.topOf(end)).toBeGreaterThanOrEqual(Math.min(top + 400, geometry.heightPx))
      }),
    )
  })

  it('include the visible columns and one beside them', () => {
    const edges = edgesOf([100, 100, 100, 100, 100, 100])
    expect(columnsInSight(0, 250, edges)).toEqual({ first: 0, end: 4 })
    expect(columnsInSight(230, 100, edges)).toEqual({ first: 1, end: 5 })
    expect(columnsInSight(0, 250, [0])).toEqual({ first: 0, end: 0 })
  })

  it('keep the element of every row that stays, and reuse those of removed rows', () => {
    const before = assignSlots(new Map(), [4, 5, 6])
    const after = assignSlots(before, [5, 6, 7])
    expect([after.get(5), after.get(6)]).toEqual([before.get(5), before.get(6)])
    expect(after.get(7)).toBe(before.get(4))
    expect(new Set(assignSlots(after, [900, 5, 901]).values()).size).toBe(3)
  })

  it('scroll only as far as needed to show a stretch', () => {
    expect(scrollToShow(100, 200, 150, 200)).toBe(100)
    expect(scrollToShow(100, 200, 50, 111)).toBe(50)
    expect(scrollToShow(100, 200, 280, 341)).toBe(141)
  })
})
