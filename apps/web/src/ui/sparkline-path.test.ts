import { describe, expect, it } from 'vitest'
import { sparkGeometry } from './sparkline-path.ts'

const SIZE = { width: 96, height: 32 }

describe('sparkGeometry', () => {
  it('breaks the line at a gap instead of joining it', () => {
    const { lines } = sparkGeometry({ ...SIZE, values: [1, 2, null, null, 3, 4] })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^M/)
  })

  it('puts the end dot on the last known value', () => {
    const { end } = sparkGeometry({ ...SIZE, values: [1, 2, 3, null] })
    expect(end).toEqual({ x: 63, y: 3 })
  })

  it('draws larger values higher, inside the box', () => {
    const { lines } = sparkGeometry({ ...SIZE, values: [0, 10], range: [0, 5] })
    expect(lines).toEqual(['M3 29L93 3'])
  })

  it('centres a constant line and survives an empty one', () => {
    expect(sparkGeometry({ ...SIZE, values: [7, 7] }).lines).toEqual(['M3 16L93 16'])
    expect(sparkGeometry({ ...SIZE, values: [] })).toMatchObject({ lines: [], end: undefined })
    expect(sparkGeometry({ ...SIZE, values: [null] }).lines).toEqual([])
  })

  it('draws an isolated value as a dot', () => {
    const { lines, areas, dots } = sparkGeometry({ ...SIZE, values: [1, 2, null, 5, null] })
    expect(dots).toEqual([{ x: 70.5, y: 3 }])
    expect([lines, areas]).toMatchObject([{ length: 1 }, { length: 1 }])
    expect(sparkGeometry({ ...SIZE, values: [null, 5, null] })).toMatchObject({ lines: [], dots: [{ x: 48, y: 16 }] })
  })

  it('shows a near threshold and omits one that would flatten the line', () => {
    expect(sparkGeometry({ ...SIZE, values: [1, 2], threshold: 3 }).thresholdY).toBe(3)
    expect(sparkGeometry({ ...SIZE, values: [1, 2], threshold: 100 }).thresholdY).toBeUndefined()
  })
})
