import { describe, expect, it } from 'vitest'
import { readToldEvent } from './told.ts'

describe('facts reported by a detector', () => {
  it("of an agent: its class by the instrument's letter or name", () => {
    expect(readToldEvent(2, { agent: 'H', bars: 3, conf: 0.8 })).toEqual({
      level: 2,
      agentClass: 'blister',
      agentName: 'H',
      agentConfidence: 0.8,
      bars: 3,
      value: null,
      unit: null,
      isotopes: [],
    })
    expect(readToldEvent(1, { agent: 'g' }).agentClass).toBe('nerve')
    expect(readToldEvent(1, { agent: 'Cl2', class: 'choking' }).agentClass).toBe('choking')
    expect(readToldEvent(1, { agent: 'X9' }).agentClass).toBe('unknown')
    expect(readToldEvent(1, {}).agentClass).toBeNull()
  })

  it('of nuclides, by name or with confidence', () => {
    const isotopes = ['Cs-137', { nuclide: 'Co-60', conf: 0.9 }, { conf: 1 }, 7]
    expect(readToldEvent(null, { isotopes }).isotopes).toEqual([
      { nuclide: 'Cs-137', conf: null },
      { nuclide: 'Co-60', conf: 0.9 },
    ])
    expect(readToldEvent(null, { nuclides: ['I-131'] }).isotopes).toHaveLength(1)
  })

  it('omit invalid values, and keep the event', () => {
    const odd = { bars: 9, conf: 80, value: Number.NaN, unit: '', isotopes: 'Cs-137', class: 'moon' }
    expect(readToldEvent(9, odd)).toEqual({
      level: 3,
      agentClass: null,
      agentName: null,
      agentConfidence: null,
      bars: null,
      value: null,
      unit: null,
      isotopes: [],
    })
    expect(readToldEvent(0, {}).level).toBe(3)
    expect(readToldEvent(1, {}).level).toBe(1)
  })
})
