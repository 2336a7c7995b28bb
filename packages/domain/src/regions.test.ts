import { describe, expect, it } from 'vitest'
import {
  CITIES,
  citiesOf,
  cityOf,
  isWithin,
  PROVINCES,
  provinceOf,
  regionByCode,
  regionName,
  regionPrefix,
  regionShortName,
} from './regions.ts'

describe('regions (GB/T 2260)', () => {
  it('has 34 provinces: 23 省, 5 自治区, 4 直辖市, 2 特别行政区', () => {
    const ending = (suffix: string) => PROVINCES.filter(({ name }) => name.endsWith(suffix)).length
    expect([PROVINCES.length, ending('省'), ending('自治区'), ending('市'), ending('特别行政区')]).toEqual([
      34, 23, 5, 4, 2,
    ])
  })

  it('assigns every city to a province, with its own code and a short name', () => {
    expect(new Set(CITIES.map(({ code }) => code)).size).toBe(CITIES.length)
    for (const city of CITIES) {
      expect(city.code).toMatch(/^\d{4}00$/)
      expect(provinceOf(city.code)).toBeDefined()
      expect(city.shortName.length).toBeGreaterThan(1)
    }
  })

  it.each([
    ['320500', '江苏省苏州市', '江苏 苏州'],
    ['320505', '江苏省苏州市', '江苏 苏州'],
    ['110100', '北京市', '北京'],
    ['320000', '江苏省', '江苏'],
    ['222400', '吉林省延边朝鲜族自治州', '吉林 延边'],
    ['220200', '吉林省吉林市', '吉林'],
    ['999999', '999999', '999999'],
  ])('%s reads %s', (code, name, shortName) => {
    expect([regionName(code), regionShortName(code)]).toEqual([name, shortName])
  })

  it('finds ancestors and children', () => {
    expect(provinceOf('320505')?.shortName).toBe('江苏')
    expect(cityOf('320505')?.shortName).toBe('苏州')
    expect(cityOf('320000')).toBeUndefined()
    expect(citiesOf('320000')).toHaveLength(13)
    expect(regionByCode('320505')).toBeUndefined()
  })

  it.each([
    ['320500', ['32'], true],
    ['320500', ['320000'], true],
    ['320505', ['320500'], true],
    ['330100', ['32', '3301'], true],
    ['330100', ['32'], false],
    ['320000', ['3205'], false],
    ['330100', ['*'], true],
    ['330100', [], false],
    ['330100', [''], false],
  ])('%s within %j: %s', (code, areas, expected) => {
    expect(isWithin(code, areas)).toBe(expected)
  })

  it('shortens full codes to prefixes', () => {
    expect(['320000', '32', '320500', '3205', '320505', '441900'].map(regionPrefix)).toEqual([
      '32',
      '32',
      '3205',
      '3205',
      '320505',
      '4419',
    ])
  })
})
