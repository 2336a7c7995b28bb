import { describe, expect, it } from 'vitest'
import { clusterRadius, itemFeatures } from './map-features.ts'
import type { MapClusterItem, MapPointItem } from './map-item.ts'

const point = (part: Partial<MapPointItem> = {}): MapPointItem => ({
  type: 'device',
  id: 'd1',
  name: '江北 2#',
  kind: 'gas',
  status: 'online',
  stationId: null,
  lng: 118.7,
  lat: 32.2,
  ...part,
})

const cluster = (part: Partial<MapClusterItem> = {}): MapClusterItem => ({
  type: 'cluster',
  lng: 118,
  lat: 36,
  count: 58,
  byStatus: { online: 58, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 },
  ...part,
})

const orders = (...items: Parameters<typeof itemFeatures>[0]) =>
  itemFeatures(items).features.map((feature) => feature.properties.order)

describe('itemFeatures', () => {
  it('selects the symbol of a device by its status and maps a click back to its item', () => {
    const [, feature] = itemFeatures([cluster(), point({ status: 'fault' })]).features
    expect(feature?.properties).toMatchObject({
      index: 1,
      symbol: 'lamp:fault',
      kind: 'gas',
      name: '江北 2#',
      severity: 0,
    })
    expect(feature?.geometry.coordinates).toEqual([118.7, 32.2])
  })

  it('draws more severe symbols above others: alarms by level, then faults', () => {
    const [first = 0, fifth = 0, fault = 0, online = 0] = orders(
      point({ severity: 1 }),
      point({ severity: 5 }),
      point({ status: 'fault' }),
      point(),
    )
    expect(first).toBeGreaterThan(fifth)
    expect(fifth).toBeGreaterThan(fault)
    expect(fault).toBeGreaterThan(online)
  })

  it('draws the selected device above all others, including those of its station and alarms', () => {
    const items = [point({ severity: 1 }), point({ id: 'd2' }), point({ id: 'd3' })]
    const [alarm = 0, clicked = 0, beside = 0] = itemFeatures(items, 'd2').features.map(
      ({ properties }) => properties.order,
    )
    expect(clicked).toBeGreaterThan(alarm)
    expect(clicked).toBeGreaterThan(beside)
  })

  it('rings clustered stations by their worst level, in the shape and colour of the layer', () => {
    const group = (layer: 'aqi' | 'atl', level: number) =>
      itemFeatures([{ type: 'group', layer, lng: 118, lat: 36, count: 12, level }]).features[0]?.properties
    expect(group('atl', 3)).toMatchObject({ ring: 'sev:2', badge: 'badge:2', count: '12' })
    expect(group('atl', 1)?.ring).toBeUndefined()
    expect(group('aqi', 4)).toMatchObject({ ring: 'aqi:4', badge: 'aqibadge:4' })
  })

  it('shows a station by its level, with its open alarm beside it', () => {
    const mark = (level: number, severity?: 2) =>
      itemFeatures([
        {
          type: 'station',
          layer: 'atl',
          id: 's1',
          name: '江北',
          regionCode: '320100',
          lng: 118,
          lat: 32,
          level,
          value: level,
          unit: '',
          precision: 0,
          note: '',
          atMs: 0,
          ...(severity && { severity }),
        },
      ]).features[0]?.properties
    expect(mark(0)).toMatchObject({ symbol: 'lamp:online' })
    expect(mark(0)?.badge).toBeUndefined()
    expect(mark(4, 2)).toMatchObject({ symbol: 'alarm:1', badge: 'badge:2' })
  })

  it('formats the count of a cluster with thousands separators', () => {
    const [feature] = itemFeatures([cluster({ count: 1_284, severity: 2 })]).features
    expect(feature?.properties).toMatchObject({ count: '1,284', severity: 2, radius: 20 })
  })
})

describe('clusterRadius', () => {
  it.each([
    [2, 11],
    [10, 14],
    [30, 17],
    [100, 20],
    [10_000, 20],
  ])('of %i devices is %i px', (count, radius) => {
    expect(clusterRadius(count)).toBe(radius)
  })
})
