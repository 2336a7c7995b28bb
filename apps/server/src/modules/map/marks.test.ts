import { expect, test } from 'vitest'
import { NO_LEVELS } from '../alarm/index.ts'
import type { StationEntry } from '../live/index.ts'
import type { LayerSteps } from './layer-source.ts'
import { buildLayer } from './marks.ts'

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
/** The level of a station is the last digit of its number, up to 4; every tenth has none. */
const steps: LayerSteps = {
  toMs: 0,
  stepsOf: ({ id }) => {
    const level = Number(id.at(-1))
    return level > 4 ? [undefined] : [{ level, value: level, note: '', atMs: 0 }]
  },
}
const request = { layer: 'atl', bbox: [100, 20, 130, 40], zoom: 6 } as const

test('what would overlap is gathered by its worst level, and nothing is lost', () => {
  const { items, byLevel, unknown, rows } = buildLayer(seen(1_000), request, steps, NO_LEVELS)
  expect(items).toMatchObject([{ type: 'group', count: 500, level: 4 }])
  expect(byLevel).toEqual([100, 100, 100, 100, 100, 0])
  expect(unknown).toBe(500)
  expect(rows).toHaveLength(50)
  expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([4]))
})

test('few stations stand by themselves; a search counts those it finds', () => {
  const { items, unknown } = buildLayer(seen(10), { ...request, keyword: '站点 3' }, steps, NO_LEVELS)
  expect(items).toMatchObject([{ type: 'station', id: 's3', level: 3, value: 3 }])
  expect(unknown).toBe(0)
})
