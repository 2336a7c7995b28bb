import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from './time.ts'
import { isEntryOf, scoreWindow, type VitalEntry } from './vital-window.ts'

const MEDIANS = { hr: 118, spo2: 93, rr: 22, temp: 38.6 }
const ENTRY: VitalEntry = { tsMs: 0, sbp: 104, onOxygen: false, consciousness: 'A', spo2Scale: 1 }
const ADULT = { ageBand: '60-74', isPregnant: false }

describe('a window of vital signs', () => {
  it("is partial with device data only, and complete with a nurse's entry", () => {
    const partial = scoreWindow(MEDIANS, undefined, ADULT)
    expect(partial.news2).toMatchObject({ total: 7, missing: ['oxygen', 'sbp', 'consciousness'], severity: 2 })
    expect(scoreWindow(MEDIANS, ENTRY, ADULT).news2).toMatchObject({ total: 8, missing: [], risk: 'high' })
  })

  it('uses scale 2 only if the entry says so', () => {
    expect(scoreWindow({ ...MEDIANS, spo2: 90 }, undefined, ADULT).news2.parts.spo2).toBe(3)
    expect(scoreWindow({ ...MEDIANS, spo2: 90 }, { ...ENTRY, spo2Scale: 2 }, ADULT).news2.parts.spo2).toBe(0)
  })

  it('gives the reason why a person is not scored', () => {
    expect(scoreWindow(MEDIANS, ENTRY, { ageBand: '5-11', isPregnant: false }).exclusion).toContain('16 岁以下')
    expect(scoreWindow(MEDIANS, ENTRY, ADULT).exclusion).toBeNull()
  })

  it.each([
    [-15, false],
    [-14, true],
    [0, true],
    [5, true],
    [6, false],
  ])('is completed by an entry %i minutes from its end: %s', (minutes, isOf) => {
    expect(isEntryOf({ tsMs: 1e12 + minutes * MINUTE_MS }, 1e12)).toBe(isOf)
  })
})
