import { describe, expect, it } from 'vitest'
import { integrateDose } from './dose.ts'

const MIN = 60_000
const usual = () => 0.1
const points = (rates: readonly (number | null)[]) => rates.map((rate, i) => ({ tMs: (i + 1) * MIN, rate }))

describe('integrated dose', () => {
  it('sums the rate above the baseline over the time of each bucket', () => {
    const { doseUsv, gaps, measuredMs } = integrateDose(
      points(Array.from({ length: 60 }, () => 0.3)),
      { fromMs: 0, toMs: 60 * MIN, stepMs: MIN },
      usual,
    )
    expect(doseUsv).toBeCloseTo(0.2, 10)
    expect(measuredMs).toBe(60 * MIN)
    expect(gaps).toEqual([])
  })

  it('counts nothing below the baseline, and subtracts nothing', () => {
    const rates = [0.05, 0.16]
    expect(integrateDose(points(rates), { fromMs: 0, toMs: 2 * MIN, stepMs: MIN }, usual).doseUsv).toBeCloseTo(
      0.001,
      10,
    )
  })

  it('lists unmeasured spans and fills none of them', () => {
    const rates = [null, 0.7, null, null, 0.7, null]
    expect(integrateDose(points(rates), { fromMs: 0, toMs: 7 * MIN, stepMs: MIN }, usual)).toEqual({
      doseUsv: expect.closeTo(0.02, 10),
      measuredMs: 2 * MIN,
      gaps: [
        { fromMs: 0, toMs: MIN },
        { fromMs: 2 * MIN, toMs: 4 * MIN },
        { fromMs: 5 * MIN, toMs: 7 * MIN },
      ],
      baselineFrom: 0.1,
      baselineTo: 0.1,
    })
  })

  it('counts a bucket only as far as it lies in the range', () => {
    const { doseUsv, measuredMs } = integrateDose(
      points([6.1, 6.1]),
      { fromMs: 0.5 * MIN, toMs: 1.5 * MIN, stepMs: MIN },
      usual,
    )
    expect(measuredMs).toBe(MIN)
    expect(doseUsv).toBeCloseTo(0.1, 10)
  })

  it('uses the baseline of each time, and assumes nothing without a baseline', () => {
    const moving = (tMs: number) => (tMs <= MIN ? 0.1 : tMs <= 2 * MIN ? 0.2 : undefined)
    const result = integrateDose(points([0.7, 0.8, 9]), { fromMs: 0, toMs: 3 * MIN, stepMs: MIN }, moving)
    expect(result).toMatchObject({ baselineFrom: 0.1, baselineTo: 0.2, gaps: [{ fromMs: 2 * MIN, toMs: 3 * MIN }] })
    expect(result.doseUsv).toBeCloseTo(0.02, 10)
  })

  it('of an empty range is one gap', () => {
    expect(integrateDose([], { fromMs: 0, toMs: MIN, stepMs: MIN }, usual)).toMatchObject({
      doseUsv: 0,
      measuredMs: 0,
      gaps: [{ fromMs: 0, toMs: MIN }],
      baselineFrom: null,
    })
  })
})
