import { areaList } from '@vant/area-data'

/** Parent of the provinces (CO-50). */
export const AREA_ROOT = '86'

/** A province, city or district of GB/T 2260 with its children. */
export interface Area {
  /** Six digits. */
  readonly value: string
  readonly label: string
  readonly children?: Area[]
}

const { province_list: provinces, city_list: cities, county_list: districts } = areaList
const NAMES: ReadonlyMap<string, string> = new Map(
  [provinces, cities, districts].flatMap((level) => Object.entries(level)),
)

function parentOf(code: string): string {
  if (Object.hasOwn(provinces, code)) return AREA_ROOT
  return Object.hasOwn(cities, code) ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

function childrenByParent(): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>()
  for (const code of NAMES.keys()) {
    const parent = parentOf(code)
    const siblings = below.get(parent)
    if (siblings) siblings.push(code)
    else below.set(parent, [code])
  }
  return below
}
const BELOW = childrenByParent()

/** Direct children of a code, {@link AREA_ROOT} for the provinces, without their own children. */
export const areasBelow = (code: string): Area[] =>
  (BELOW.get(code) ?? []).map((value) => ({ value, label: NAMES.get(value) ?? value }))

const nested = (code: string): Area[] =>
  areasBelow(code).map((area) => (BELOW.has(area.value) ? { ...area, children: nested(area.value) } : area))

/** All provinces with their cities and districts. */
export const AREAS: Area[] = nested(AREA_ROOT)

/** Province, city and district of a code, as far as it goes; empty for an unknown code. */
export function areaPath(code: string): string[] {
  const path: string[] = []
  for (let at = code; NAMES.has(at); at = parentOf(at)) path.unshift(at)
  return path
}

/** `江苏省/南京市/浦口区`; an unknown code is returned as it is. */
export const areaText = (code: string): string =>
  areaPath(code)
    .map((part) => NAMES.get(part))
    .join('/') || code

/**
 * Code of a text: the full path, or its last names. Of several areas with one name the first by code; undefined for
 * none.
 */
export function areaCode(text: string): string | undefined {
  const wanted = text.trim()
  if (wanted === '') return undefined
  return [...NAMES.keys()].sort().find((code) => `/${areaText(code)}`.endsWith(`/${wanted}`))
}
