import type { Severity } from '@natim/contract/dict'
import { expect, test } from 'vitest'
import { NO_LEVELS } from '../alarm/index.ts'
import type { DeviceEntry, StationEntry } from '../live/index.ts'
import type { LayerSteps } from './layer-source.ts'
import { buildLayer, byGravity, toMark } from './marks.ts'

const station = (index: number): StationEntry => ({
  id: `s${index}`,
  code: `S-${index}`,
  name: `站点 ${index}`,
  stationType: 'national',
  lng: 120 + (index % 20) * 0.001,
  lat: 31,
  population5km: null,
  status: 'active',
  regionCode: '320500',
  sysOrgCode: 'A01',
})
const seen = (count: number) => Array.from({ length: count }, (_, index) => ({ station: station(index), devices: [] }))
/** A station's level is the last digit of its number, up to 4; every tenth has none. */
const steps: LayerSteps = {
  toMs: 0,
  stepsOf: ({ id }) => {
    const level = Number(id.at(-1))
    return level > 4 ? [undefined] : [{ level, value: level, note: '', atMs: 0 }]
  },
}
const request = { layer: 'atl', bbox: [100, 20, 130, 40], zoom: 6 } as const

test('overlapping stations are grouped by their worst level, and none is lost', () => {
  const { items, byLevel, unknown, rows } = buildLayer(seen(1_000), request, steps, NO_LEVELS)
  expect(items).toMatchObject([{ type: 'group', count: 500, level: 4 }])
  expect(byLevel).toEqual([100, 100, 100, 100, 100, 0])
  expect(unknown).toBe(500)
  expect(rows).toHaveLength(50)
  expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([4]))
})

test('few stations are shown individually; a search counts its matches', () => {
  const { items, unknown } = buildLayer(seen(10), { ...request, keyword: '站点 3' }, steps, NO_LEVELS)
  expect(items).toMatchObject([{ type: 'station', id: 's3', level: 3, value: 3 }])
  expect(unknown).toBe(0)
})

const device = (id: string, clientId = id) => ({ id, clientId }) as DeviceEntry
const alarms = (severities: Readonly<Record<string, Severity>>) => ({ ofDevice: (id: string) => severities[id] })

test('a station carries its highest alarm severity, a group that of its worst station, and none without alarms', () => {
  const levels = alarms({ a: 3, b: 2, c: 5 })
  const all = seen(3)
  const stations = [
    { station: all[0]!.station, devices: [device('a'), device('b'), device('silent')] },
    { station: all[1]!.station, devices: [device('c')] },
    { station: all[2]!.station, devices: [device('silent')] },
  ]
  const apart = buildLayer(stations, { ...request, zoom: 18 }, steps, levels).items
  expect(apart.map((item) => item.severity).toSorted()).toEqual([2, 5, undefined])
  const crowd = [...stations, ...seen(1_000).slice(3)]
  expect(buildLayer(crowd, request, steps, levels).items).toMatchObject([{ type: 'group', severity: 2 }])
  expect(buildLayer(crowd, request, steps, NO_LEVELS).items[0]).not.toHaveProperty('severity')
  expect(toMark(stations[2]!, 'atl', steps, levels)).not.toHaveProperty('severity')
})

test('the list starts with the highest level, then the greatest value, in a stable order', () => {
  const mark = (id: string, level: number, value: number) => ({
    ...toMark(seen(1)[0]!, 'dose', steps, NO_LEVELS)!,
    id,
    level,
    value,
  })
  const marks = [mark('d', 1, 9), mark('c', 2, 1), mark('b', 2, 5), mark('a', 2, 1)]
  expect(marks.toSorted(byGravity).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
  expect(
    marks
      .toReversed()
      .toSorted(byGravity)
      .map(({ id }) => id),
  ).toEqual(['b', 'a', 'c', 'd'])
})

test.each([
  ['', 4],
  ['站点 2', 1],
  // The code of a station and the client id of any of its devices, case-insensitively.
  ['s-2', 1],
  ['gd-1', 1],
  ['GD-', 4],
  ['GD-9', 0],
])('the search "%s" finds %i', (keyword, found) => {
  const stations = seen(4).map((one, i) => ({ ...one, devices: [device('x'), device('y', `gd-${i}`)] }))
  const { rows, unknown } = buildLayer(stations, { ...request, keyword }, steps, NO_LEVELS)
  expect([rows.length, unknown]).toEqual([found, 0])
})

test('the box limits what is drawn, not what is listed and counted', () => {
  const view = buildLayer(seen(10), { ...request, bbox: [110, 20, 112, 40] }, steps, NO_LEVELS)
  expect(view.items).toEqual([])
  expect([view.rows.length, view.unknown, view.byLevel]).toEqual([5, 5, [1, 1, 1, 1, 1, 0]])
})
