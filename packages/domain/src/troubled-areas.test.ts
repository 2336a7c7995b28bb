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

describe('troubled areas', () => {
  it('are provinces for the whole country, most offline or faulty devices first, without untroubled ones', () => {
    expect(troubledAreas(DEVICES, undefined)).toEqual([
      { regionCode: '320000', trouble: 3, expected: 4 },
      { regionCode: '440000', trouble: 1, expected: 1 },
    ])
  })

  it('are cities within a region', () => {
    expect(troubledAreas(DEVICES, '32')).toEqual([
      { regionCode: '320100', trouble: 2, expected: 2 },
      { regionCode: '320500', trouble: 1, expected: 2 },
    ])
  })

  it('are ordered by code on a tie', () => {
    const equal = troubledAreas([device('440300', 'fault'), device('110100', 'offline')], undefined)
    expect(equal.map(({ regionCode }) => regionCode)).toEqual(['110000', '440000'])
  })
})
