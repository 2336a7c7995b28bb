import { expect, test } from 'vitest'
import { NO_LEVELS } from '../alarm/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { type Box, buildMap } from './map.ts'

const device = (lng: number | null, lat: number | null): DeviceEntry => ({
  id: `${lng}`,
  deviceNo: 1,
  clientId: 'c',
  name: 'n',
  kind: 'air',
  modelId: 'm',
  tags: [],
  station: null,
  regionCode: '320500',
  sysOrgCode: 'A01',
  isRetired: false,
  gatewayId: null,
  lng,
  lat,
  channels: [],
  expectedPerHour: 0,
})
const inBox = (bbox: Box, ...devices: DeviceEntry[]) =>
  buildMap(devices, { statusOf: () => 'online', placeOf: () => null }, { bbox, zoom: 3 }, NO_LEVELS).items.map(
    (item) => item.lng,
  )

test('a mobile device is drawn at its last reported position', () => {
  const state = { statusOf: () => 'online' as const, placeOf: () => ({ lng: 100, lat: 40 }) }
  const { items } = buildMap([device(120, 30)], state, { bbox: [99, 39, 101, 41], zoom: 8 }, NO_LEVELS)
  expect(items).toMatchObject([{ lng: 100, lat: 40 }])
})

test('a box across the date line contains exactly both sides of it', () => {
  const devices = [device(179, 10), device(-179, 10), device(0, 10)]
  expect(inBox([170, 0, -170, 20], ...devices)).toEqual([179, -179])
  // The same box on a map panned once around the globe.
  expect(inBox([170, 0, 190, 20], ...devices)).toEqual([179, -179])
  expect(inBox([-190, 0, -170, 20], ...devices)).toEqual([179, -179])
})

test('a box spanning the globe contains every longitude; a device without a position is never on the map', () => {
  expect(inBox([-180, -90, 180, 90], device(-180, 0), device(180, 0), device(12, 0), device(null, null))).toEqual([
    -180, 180, 12,
  ])
})

test('devices without a position are counted under the same filters', () => {
  const devices = [device(120, 30), device(null, null), { ...device(null, null), name: '北门' }]
  const state = { statusOf: () => 'online' as const, placeOf: () => null }
  const box = { bbox: [0, 0, 1, 1] as const, zoom: 3 }
  expect(buildMap(devices, state, box, NO_LEVELS)).toMatchObject({ total: 0, unplaced: 2 })
  expect(buildMap(devices, state, { ...box, keyword: '北门' }, NO_LEVELS).unplaced).toBe(1)
  expect(buildMap(devices, state, { ...box, status: 'fault' }, NO_LEVELS).unplaced).toBe(0)
})

test('devices are filtered by type, status, and department with its descendants', () => {
  const devices = [
    { ...device(120, 30), kind: 'air' as const, sysOrgCode: 'A01' },
    { ...device(121, 30), kind: 'gas' as const, sysOrgCode: 'A01A02' },
    { ...device(122, 30), kind: 'gas' as const, sysOrgCode: 'A02' },
  ]
  const state = { statusOf: () => 'fault' as const, placeOf: () => null }
  const lngs = (filter: object) =>
    buildMap(devices, state, { bbox: [100, 0, 130, 60], zoom: 8, ...filter }, NO_LEVELS).items.map(({ lng }) => lng)
  expect(lngs({ kind: 'gas' })).toEqual([121, 122])
  expect(lngs({ status: 'fault' })).toEqual([120, 121, 122])
  expect(lngs({ status: 'online' })).toEqual([])
  expect(lngs({ depart: 'A01' })).toEqual([120, 121])
  expect(lngs({ depart: 'A01', kind: 'gas' })).toEqual([121])
})
