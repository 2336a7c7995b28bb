import { CITY_ROWS, PROVINCE_ROWS, type RegionRow } from './regions.data.ts'

/** A province-level or prefecture-level division of GB/T 2260. */
export interface Region {
  /** Six digits: `XX0000` or `XXYY00`. */
  readonly code: string
  /** Official name: `江苏省`, `延边朝鲜族自治州`. */
  readonly name: string
  /** Colloquial name: `江苏`, `延边`. */
  readonly shortName: string
}

/** Prefix for the whole country. */
export const WHOLE_COUNTRY = '*'

const toRegion = ([code, name, shortName]: RegionRow): Region => ({ code, name, shortName })

/** The 34 province-level divisions, by code. */
export const PROVINCES: readonly Region[] = PROVINCE_ROWS.map(toRegion)
/** Prefecture-level divisions, by code. */
export const CITIES: readonly Region[] = CITY_ROWS.map(toRegion)

const BY_CODE: ReadonlyMap<string, Region> = new Map([...PROVINCES, ...CITIES].map((region) => [region.code, region]))

/** Exactly that division, or undefined; counties are not in the table. */
export function regionByCode(code: string): Region | undefined {
  return BY_CODE.get(code)
}

/** The province of any code of two to six digits. */
export function provinceOf(code: string): Region | undefined {
  return BY_CODE.get(`${code.slice(0, 2)}0000`)
}

/** The prefecture-level division of any code of four to six digits; undefined for a province code. */
export function cityOf(code: string): Region | undefined {
  return BY_CODE.get(`${code.slice(0, 4)}00`) === provinceOf(code) ? undefined : BY_CODE.get(`${code.slice(0, 4)}00`)
}

/** Prefecture-level divisions of the province of `code`. */
export function citiesOf(code: string): Region[] {
  const province = code.slice(0, 2)
  return CITIES.filter((city) => city.code.startsWith(province))
}

/**
 * Full name down to the city: `江苏省苏州市`, `北京市` (no repetition), `江苏省`. A county reads as its city; an
 * unknown code is returned as it is, never blank.
 */
export function regionName(code: string): string {
  const province = provinceOf(code)
  if (!province) return code
  const city = cityOf(code)
  return !city || city.name === province.name ? province.name : province.name + city.name
}

/** Short names separated by a space: `江苏 苏州`. */
export function regionShortName(code: string): string {
  const province = provinceOf(code)
  if (!province) return code
  const city = cityOf(code)
  return !city || city.shortName === province.shortName ? province.shortName : `${province.shortName} ${city.shortName}`
}

/** `320000` and `32` mean the same area; so do `320500` and `3205`. */
export function regionPrefix(code: string): string {
  return code.replace(/^(\d{2})(?:0000)?$/, '$1').replace(/^(\d{4})00$/, '$1')
}

/**
 * Whether a region code lies in one of the areas. An area is a prefix (`32`), a full code (`320000`) or
 * {@link WHOLE_COUNTRY}; an empty list contains nothing.
 */
export function isWithin(code: string, areas: readonly string[]): boolean {
  return areas.some((area) => area === WHOLE_COUNTRY || (area !== '' && code.startsWith(regionPrefix(area))))
}
