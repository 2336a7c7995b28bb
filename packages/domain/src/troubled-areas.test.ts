import { describe, expect, it } from 'vitest'
import type { DeviceStatus } from './device-status.ts'
import { troubledAreas } from './troubled-areas.ts'

const device = (regionCode: string, status: DeviceStatus) => ({ regionCode, status })
const DEVICES = [
  device('320500', 'offline'),
  device('320500', 'online'),
  device('320100', 'fault'),
  device('320100', 'offline'),
  device('440300', 'offline'),
  device('440300', 'retired'),
  device('440300', 'inactive'),
  device('110100', 'online'),
]

describe('areas in trouble', () => {
  it('are provinces of the country, the most devices offline or faulty first; those without any are left out', () => {
    expect(troubledAreas(DEVICES, undefined)).toEqual([
      { regionCode: '320000', trouble: 3, expected: 4 },
      { regionCode: '440000', trouble: 1, expected: 1 },
    ])
  })

  it('are cities of a region, and nothing beyond it', () => {
    expect(troubledAreas(DEVICES, '32')).toEqual([
      { regionCode: '320100', trouble: 2, expected: 2 },
      { regionCode: '320500', trouble: 1, expected: 2 },
    ])
  })

  it('stand by their code where they are equal', () => {
    const equal = troubledAreas([device('440300', 'fault'), device('110100', 'offline')], undefined)
    expect(equal.map(({ regionCode }) => regionCode)).toEqual(['110000', '440000'])
  })
})
