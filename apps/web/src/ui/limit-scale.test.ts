import { describe, expect, it } from 'vitest'
import { niceCeil, type RailLimit, railScale } from './limit-scale.ts'

const limit = (name: string, value: number, severity: RailLimit['severity']): RailLimit => ({
  name,
  value,
  severity,
  avgPeriod: '60min',
  op: '>=',
})
const CHLORINE = [limit('AEGL-1', 0.5, 3), limit('AEGL-2', 2, 2)]

describe('railScale', () => {
  it('ends at 1.3 × the highest limit, rounded up, regardless of the detector range', () => {
    const scale = railScale({ limits: CHLORINE, rangeHi: 20 })
    expect([scale.min, scale.max]).toEqual([0, 3])
    expect(scale.at(1.5)).toBeCloseTo(0.5)
  })

  it('grows until the value fits and clamps negative values', () => {
    const scale = railScale({ limits: CHLORINE, shownMax: 52.6 })
    expect(scale.max).toBe(60)
    expect(scale.at(-1)).toBe(0)
    expect(scale.at(1_000)).toBe(1)
  })

  it('uses the measuring range when there is no limit, also below zero', () => {
    const scale = railScale({ limits: [], rangeLo: -40, rangeHi: 60 })
    expect([scale.min, scale.max]).toEqual([-40, 60])
    expect(scale.at(10)).toBe(0.5)
  })

  it('is logarithmic for dose rates: each decade has the same length', () => {
    const scale = railScale({ limits: [limit('OIL', 100, 2)], isLog: true })
    expect(scale.at(10) - scale.at(1)).toBeCloseTo(scale.at(100) - scale.at(10))
    expect(scale.at(0)).toBe(0)
  })

  it('never divides by zero without limit, range and value', () => {
    expect(railScale({ limits: [] }).at(0)).toBe(0)
  })
})

describe('niceCeil', () => {
  it.each([
    [2.6, 3],
    [0.663, 0.8],
    [39, 40],
    [100, 100],
    [0, 1],
  ])('rounds %f up to %f', (value, expected) => {
    expect(niceCeil(value)).toBe(expected)
  })
})
