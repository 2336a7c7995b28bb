import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import { type Boundaries, boundsOf, type GeoData, graticule, labelPoints, loadCities } from './geo-data.ts'
import { mapStyle } from './map-style.ts'
import { symbolImage } from './symbol-image.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../public/geo', path), 'utf8')) as unknown

const provinces = read('china-provinces.json') as Boundaries
const GEO: GeoData = {
  provinces,
  inset: read('inset-nanhai.json') as GeoData['inset'],
  meta: read('meta.json') as GeoData['meta'],
}

const LIGHT = { tokens: TOKENS.light, isColourWeak: false }

describe('boundaries', () => {
  it('label each area once, including Taiwan and the islands of the South China Sea', () => {
    const names = labelPoints(provinces).features.map((feature) => feature.properties.text)
    expect(names).toHaveLength(35)
    expect(names).toEqual(expect.arrayContaining(['台湾', '南海诸岛', '香港']))
  })

  it('provide the bounding box of a province', () => {
    const jiangsu = provinces.features.find(({ properties }) => properties.adcode === '320000')
    const [west, south, east, north] = jiangsu ? boundsOf(jiangsu) : []
    expect(west).toBeCloseTo(116.4, 0)
    expect(south).toBeCloseTo(30.8, 0)
    expect(east).toBeCloseTo(121.9, 0)
    expect(north).toBeCloseTo(35.1, 0)
  })

  it('are fetched again after a failure, and only once after a success', async () => {
    const answer = new Response(JSON.stringify(read('cities/320000.json')))
    const fetched = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(answer)
    vi.stubGlobal('fetch', fetched)
    await expect(loadCities('320000')).rejects.toThrow('HTTP 503')
    const cities = await loadCities('320000')
    expect(cities.features).toHaveLength(13)
    await loadCities('320000')
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('are covered by a graticule of 10°', () => {
    expect(graticule().features).toHaveLength(14 + 10)
  })
})

describe('mapStyle', () => {
  it('has no external references: no glyph server, no sprite, no tiles', () => {
    const style = mapStyle(GEO, LIGHT)
    expect(style).not.toHaveProperty('glyphs')
    expect(style).not.toHaveProperty('sprite')
    expect(JSON.stringify(style)).not.toMatch(/https?:|"tiles"|"url"/)
  })

  it('uses land and sea of the theme, and the colour-weak ramp in colour-weak mode', () => {
    const dark = JSON.stringify(mapStyle(GEO, { tokens: TOKENS.dark, isColourWeak: false }).layers)
    expect(dark).toContain(TOKENS.dark.map.land)
    expect(dark).toContain(TOKENS.dark.severity[1].solid)
    const weak = JSON.stringify(mapStyle(GEO, { tokens: TOKENS.dark, isColourWeak: true }).layers)
    expect(weak).toContain(TOKENS.dark.severity[1].weakSolid)
    expect(weak).not.toContain(`"${TOKENS.dark.severity[1].solid}"`)
  })
})

describe('symbolImage', () => {
  it.each(['lamp:online', 'lamp:inactive', 'alarm:1', 'badge:4', 'kind:rad', 'count:1,284', 'label:北京', 'name:a:b'])(
    'draws %s at the pixel density of the screen',
    (id) => {
      const single = symbolImage(id, LIGHT, 1)
      const double = symbolImage(id, LIGHT, 2)
      expect(single?.width).toBeGreaterThan(8)
      expect(double?.width).toBeGreaterThan((single?.width ?? 0) * 1.8)
    },
  )

  it.each(['lamp:unknown', 'alarm:9', 'kind:toString', 'other:1', ''])('returns no image for «%s»', (id) => {
    expect(symbolImage(id, LIGHT, 1)).toBeUndefined()
  })
})
