import { expect, it } from 'vitest'
import { outlineOf } from './page-outline.ts'

it.each([
  ['dashboard/Analysis', 'home'],
  ['mon/HomeMap', 'map'],
  ['mon/device/DeviceList', 'tree'],
  ['mon/station/StationList', 'list'],
  ['system/SysPositionList', 'list'],
  ['SensorData', 'list'],
  ['mon/device/DeviceDetail', 'detail'],
  ['account/settings/Index', 'plain'],
  ['constructor', 'plain'],
])('%s gets the skeleton of its page kind: %s', (component, kind) => {
  expect(outlineOf({ component })).toBe(kind)
})

it('an address whose page is not known yet has no skeleton', () => {
  expect(outlineOf(undefined)).toBe('plain')
})
