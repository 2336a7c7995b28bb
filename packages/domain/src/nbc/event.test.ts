import { describe, expect, it } from 'vitest'
import {
  agreeDenial,
  decideDenial,
  isOver,
  mayLeaveHouse,
  type NbcFacts,
  nbcSeverity,
  needsTwo,
  nextStates,
} from './event.ts'

const facts = (given: Partial<NbcFacts> = {}): NbcFacts => ({
  state: 'detected',
  level: 1,
  isCorroborated: false,
  isDrill: false,
  proposedBy: null,
  ...given,
})

describe('severity', () => {
  it('is at most 3 for one unverified detector; with two, or verified on site, it is the reported level', () => {
    expect(nbcSeverity(facts())).toBe(3)
    expect(nbcSeverity(facts({ level: 2 }))).toBe(3)
    expect(nbcSeverity(facts({ level: 4 }))).toBe(4)
    expect(nbcSeverity(facts({ isCorroborated: true }))).toBe(1)
    expect(nbcSeverity(facts({ state: 'local_confirmed' }))).toBe(1)
    expect(nbcSeverity(facts({ state: 'rejected' }))).toBe(3)
  })

  it('allows nothing unverified, rejected or from a drill to be published', () => {
    expect(mayLeaveHouse(facts())).toBe(false)
    expect(mayLeaveHouse(facts({ isCorroborated: true }))).toBe(true)
    expect(mayLeaveHouse(facts({ state: 'lab_confirmed' }))).toBe(true)
    expect(mayLeaveHouse(facts({ state: 'rejected', isCorroborated: true }))).toBe(false)
    expect(mayLeaveHouse(facts({ state: 'lab_confirmed', isDrill: true }))).toBe(false)
  })
})

describe('steps', () => {
  it('go from detection via the site to the laboratory, or are rejected on the way', () => {
    expect(nextStates('detected')).toEqual(['local_confirmed', 'rejected'])
    expect(nextStates('local_confirmed')).toEqual(['lab_confirmed', 'rejected'])
    expect([isOver('detected'), isOver('lab_confirmed'), isOver('rejected')]).toEqual([false, true, true])
    expect(decideDenial(facts(), 'lab_confirmed')).toBe('state')
    expect(decideDenial(facts({ state: 'rejected' }), 'local_confirmed')).toBe('state')
    expect(decideDenial(facts(), 'local_confirmed')).toBeUndefined()
  })

  it('of the gravest level take two people', () => {
    expect([needsTwo({ level: 1 }), needsTwo({ level: 2 })]).toEqual([true, false])
    expect(decideDenial(facts({ proposedBy: 'a' }), 'rejected')).toBe('proposed')
    expect(agreeDenial(facts({ proposedBy: 'a' }), 'a')).toBe('same_person')
    expect(agreeDenial(facts({ proposedBy: 'a' }), 'b')).toBeUndefined()
    expect(agreeDenial(facts(), 'b')).toBe('no_proposal')
  })
})
