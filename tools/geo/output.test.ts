import { readdirSync, readFileSync } from 'node:fs'
import { PROVINCES } from '@natim/domain/regions'
import { describe, expect, it } from 'vitest'
import { contains, type Point, type Polygon, samePoint, signedArea2 } from './geojson.ts'

const GEO = new URL('../../apps/web/public/geo/', import.meta.url)

interface File {
  readonly features: readonly {
    readonly properties: { readonly adcode: string; readonly name: string; readonly kind?: string; readonly cp: Point }
    readonly geometry: { readonly type: string; readonly coordinates: Polygon[] }
  }[]
}
const text = (name: string) => readFileSync(new URL(name, GEO), 'utf8')
const read = (name: string) => JSON.parse(text(name)) as File
const national = read('china-provinces.json')
const cityFiles = readdirSync(new URL('cities/', GEO))

describe('the bundled boundary files', () => {
  it('hold the 34 provinces, Taiwan among them, and the islands of the South China Sea', () => {
    const provinces = national.features.filter((feature) => feature.properties.kind === 'province')
    expect(provinces.map((feature) => feature.properties.adcode)).toEqual(PROVINCES.map((province) => province.code))
    expect(national.features.map((feature) => feature.properties.kind)).toContain('islands')
    expect(national.features.map((feature) => feature.properties.kind)).toContain('dash-line')
    expect(cityFiles.toSorted()).toEqual(PROVINCES.map((province) => `${province.code}.json`))
  })

  it('have closed rings with the outer one counter-clockwise and no duplicate city', () => {
    for (const file of [national, ...cityFiles.map((name) => read(`cities/${name}`))]) {
      for (const { geometry } of file.features) {
        expect(geometry.type).toBe('MultiPolygon')
        for (const polygon of geometry.coordinates) {
          for (const ring of polygon) expect(samePoint(ring[0] as Point, ring.at(-1) as Point)).toBe(true)
          expect(signedArea2(polygon[0] ?? [])).toBeGreaterThan(0)
        }
      }
    }
    for (const name of cityFiles) {
      const codes = read(`cities/${name}`).features.map((feature) => feature.properties.adcode)
      expect(new Set(codes).size, name).toBe(codes.length)
      expect(codes.every((code) => code.startsWith(name.slice(0, 2)))).toBe(true)
    }
  })

  it('place well-known points in their provinces', () => {
    const provinceAt = (point: Point) =>
      national.features.find((feature) => contains(feature.geometry.coordinates, point))?.properties.name
    expect(provinceAt([118.7, 32.2])).toBe('江苏')
    expect(provinceAt([91.1, 29.6])).toBe('西藏')
    expect(provinceAt([121, 23.8])).toBe('台湾')
    expect(provinceAt([110, 19])).toBe('海南')
  })

  it('stay small enough to load with the page', () => {
    expect(text('china-provinces.json').length).toBeLessThan(160_000)
    for (const name of cityFiles) expect(text(`cities/${name}`).length, name).toBeLessThan(140_000)
  })

  it('carry a dot matrix of land with an accent on the capitals', () => {
    const { rows } = JSON.parse(text('dots.json')) as { rows: string[] }
    expect(rows.join('').replaceAll(/[^012*]/gu, '').length).toBeGreaterThan(1000)
    expect(rows.join('').split('*').length - 1).toBeGreaterThanOrEqual(40)
  })
})
