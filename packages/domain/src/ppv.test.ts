import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predictiveValues } from './ppv.ts'

const VOC5 = { sensitivity: 0.912, specificity: 0.993 }
const percent = (share: number | null, decimals: number) => (share === null ? '—' : (share * 100).toFixed(decimals))

describe('predictive values', () => {
  // Computed by hand for 100,000 persons: at 1 % 912 of 912 + 693 positives, 98,307 of 98,307 + 88 negatives.
  it.each([
    [0.001, '11.5', '99.99'],
    [0.01, '56.8', '99.91'],
    [0.05, '87.3', '99.54'],
    [0.1, '93.5', '99.02'],
    [0, '0.0', '100.00'],
    [1, '100.0', '0.00'],
  ])('at a prevalence of %d', (prevalence, ppv, npv) => {
    const values = predictiveValues(VOC5, prevalence)
    expect([percent(values.ppv, 1), percent(values.npv, 2)]).toEqual([ppv, npv])
  })

  it('are null where there is no such result', () => {
    expect(predictiveValues({ sensitivity: 0, specificity: 1 }, 0.1)).toEqual({ ppv: null, npv: 0.9 })
    expect(predictiveValues({ sensitivity: 1, specificity: 0 }, 0.1).npv).toBeNull()
  })

  it('of a positive result rise with prevalence if the test is better than a coin toss', () => {
    const power = fc.record({
      sensitivity: fc.double({ min: 0.55, max: 0.99, noNaN: true }),
      specificity: fc.double({ min: 0.55, max: 0.99, noNaN: true }),
    })
    const rare = fc.double({ min: 0.001, max: 0.4, noNaN: true })
    fc.assert(
      fc.property(power, rare, (test, prevalence) => {
        const [low, high] = [predictiveValues(test, prevalence), predictiveValues(test, prevalence + 0.1)]
        expect(high.ppv).toBeGreaterThan(low.ppv ?? 1)
        expect(high.npv).toBeLessThan(low.npv ?? 0)
        expect(low.ppv).toBeGreaterThan(prevalence)
      }),
    )
  })
})
