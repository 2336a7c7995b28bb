import { describe, expect, it } from 'vitest'
import { incidentLevelOf, incidentTypeOf, nextIncidentStates } from './incident.ts'

describe('an incident', () => {
  it('can be watched and reopened; once closed it stays closed', () => {
    expect(nextIncidentStates('open')).toEqual(['monitoring', 'closed'])
    expect(nextIncidentStates('monitoring')).toEqual(['open', 'closed'])
    expect(nextIncidentStates('closed')).toEqual([])
  })

  it('has the severity of its alarm, in four levels', () => {
    expect(([1, 2, 3, 4, 5] as const).map(incidentLevelOf)).toEqual([1, 2, 3, 4, 4])
  })

  it.each([
    ['cl2', 'chem'],
    ['chem_g', 'chem'],
    ['atl', 'chem'],
    ['dose_rate', 'rad'],
    ['i131_air', 'rad'],
    ['bio_fluor', 'bio'],
    ['pcr_ct', 'bio'],
    ['news2', 'epi'],
    ['feno', 'epi'],
    ['pm25', 'air'],
    ['wind_speed', 'other'],
    ['no_such_metric', 'other'],
    [null, 'other'],
  ])('of %s starts as %s', (metric, type) => {
    expect(incidentTypeOf(metric)).toBe(type)
  })
})
