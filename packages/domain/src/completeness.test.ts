import { describe, expect, it } from 'vitest'
import { completeness, delivered, dueSamples } from './completeness.ts'
import { MINUTE_MS } from './time.ts'

describe('completeness', () => {
  it('is what was delivered over what was due', () => {
    expect(completeness([{ valid: 3, due: 6 }])).toBe(0.5)
    expect(
      completeness([
        { valid: 0, due: 6 },
        { valid: 3, due: 6 },
      ]),
    ).toBe(0.25)
  })

  it('does not let one make up for another', () => {
    expect(delivered({ valid: 90, due: 6 })).toBe(6)
    expect(
      completeness([
        { valid: 90, due: 6 },
        { valid: 0, due: 6 },
      ]),
    ).toBe(0.5)
  })

  it('is unknown where nothing was due', () => {
    expect(completeness([])).toBeNull()
    expect(completeness([{ valid: 4, due: 0 }])).toBeNull()
  })

  it('owes a sample for each period in service, and none without a period', () => {
    expect(dueSamples(10 * MINUTE_MS, 60)).toBe(10)
    expect(dueSamples(10 * MINUTE_MS, 0)).toBe(0)
  })
})
