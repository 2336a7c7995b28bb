import { describe, expect, it } from 'vitest'
import { expectedDevices, onlineChange, onlineShare, type SituationFigures, situationReasons } from './situation.ts'

const CALM: SituationFigures = { onlineShare: 0.97, onlineShareBefore: 0.97, completeness: 0.98, seriousPlaces: 0 }
const reasons = (given: Partial<SituationFigures>) => situationReasons({ ...CALM, ...given })

describe('the situation of the network', () => {
  it.each<[string, Partial<SituationFigures>, string[]]>([
    ['calm', {}, []],
    ['at the least share', { onlineShare: 0.95, onlineShareBefore: 0.95 }, []],
    ['below it', { onlineShare: 0.949, onlineShareBefore: 0.949 }, ['online']],
    ['below it by less than people see', { onlineShare: 0.9496, onlineShareBefore: 0.9496 }, []],
    ['falling a little', { onlineShareBefore: 0.989 }, []],
    ['falling by two points', { onlineShareBefore: 0.99 }, ['fall']],
    ['rising', { onlineShareBefore: 0.5 }, []],
    ['90.5 % after a fall of 6.8 points', { onlineShare: 0.905, onlineShareBefore: 0.973 }, ['online', 'fall']],
    ['complete enough', { completeness: 0.9 }, []],
    ['incomplete', { completeness: 0.899 }, ['completeness']],
    ['two places over a limit', { seriousPlaces: 2 }, []],
    ['three of them', { seriousPlaces: 3 }, ['serious']],
    ['without a yesterday', { onlineShareBefore: null, completeness: null }, []],
    ['without any device', { onlineShare: null, onlineShareBefore: 0.9 }, []],
  ])('%s', (_name, given, expected) => {
    expect(reasons(given)).toEqual(expected)
  })

  it('lists the gravest reason first', () => {
    expect(reasons({ seriousPlaces: 9, onlineShare: 0.5, completeness: 0.1 })).toEqual([
      'serious',
      'online',
      'fall',
      'completeness',
    ])
  })

  it('gives a change only if both days are known', () => {
    expect(onlineChange({ onlineShare: 0.9, onlineShareBefore: 0.95 })).toBeCloseTo(-0.05)
    expect(onlineChange({ onlineShare: 0.9, onlineShareBefore: null })).toBeNull()
  })

  it('computes the share over devices expected to report', () => {
    const byStatus = { online: 90, offline: 5, fault: 3, maintenance: 2, inactive: 50, retired: 7 }
    expect(expectedDevices(byStatus)).toBe(100)
    expect(onlineShare(byStatus)).toBe(0.9)
    expect(onlineShare({ inactive: 50, retired: 7 })).toBeNull()
  })
})
