import { CITIES, PROVINCES } from '@natim/domain/regions'
import { decodeGeometry, type Feature, labelPoint, type RawCollection } from './geojson.ts'
import type { CityProperties } from './places.ts'

export interface ProvinceProperties extends CityProperties {
  /** Provinces are land; islands and the dash line of the South China Sea are drawn, not counted. */
  readonly kind: 'province' | 'islands' | 'dash-line'
}

/** File of the source package by province code. */
export const PROVINCE_FILES: Readonly<Record<string, string>> = {
  '110000': 'beijing',
  '120000': 'tianjin',
  '130000': 'hebei',
  '140000': 'shanxi',
  '150000': 'neimenggu',
  '210000': 'liaoning',
  '220000': 'jilin',
  '230000': 'heilongjiang',
  '310000': 'shanghai',
  '320000': 'jiangsu',
  '330000': 'zhejiang',
  '340000': 'anhui',
  '350000': 'fujian',
  '360000': 'jiangxi',
  '370000': 'shandong',
  '410000': 'henan',
  '420000': 'hubei',
  '430000': 'hunan',
  '440000': 'guangdong',
  '450000': 'guangxi',
  '460000': 'hainan',
  '500000': 'chongqing',
  '510000': 'sichuan',
  '520000': 'guizhou',
  '530000': 'yunnan',
  '540000': 'xizang',
  '610000': 'shanxi1',
  '620000': 'gansu',
  '630000': 'qinghai',
  '640000': 'ningxia',
  '650000': 'xinjiang',
  '710000': 'taiwan',
  '810000': 'xianggang',
  '820000': 'aomen',
}

/** The 34 provinces by code; a province without a boundary is an error. */
export function provinceFeatures(china: RawCollection): Feature<ProvinceProperties>[] {
  return PROVINCES.map(({ code, shortName }) => {
    const raw = china.features.find((feature) => (feature.id ?? feature.properties.id) === code)
    if (!raw) throw new Error(`No boundary for ${code} ${shortName}`)
    const polygons = decodeGeometry(raw.geometry)
    const cp = raw.properties.cp ?? labelPoint(polygons)
    return { properties: { adcode: code, name: shortName, kind: 'province', cp }, polygons }
  })
}

/** Cities of a province, each once; unnamed slivers of the source are dropped. */
export function cityFeatures(
  provinceCode: string,
  raw: RawCollection,
  counties: Readonly<Record<string, string>>,
): Feature<CityProperties>[] {
  const byCode = new Map<string, Feature<CityProperties>>()
  for (const feature of raw.features) {
    const { name, cp } = feature.properties
    if (name === undefined || name === '') continue
    const adcode = cityCode(provinceCode, name, feature.id, counties)
    const polygons = [...(byCode.get(adcode)?.polygons ?? []), ...decodeGeometry(feature.geometry)]
    byCode.set(adcode, { properties: { adcode, name, cp: cp ?? labelPoint(polygons) }, polygons })
  }
  return [...byCode.values()]
}

/** The register's code by name, because the source has older codes or none; counties have their own codes. */
function cityCode(
  provinceCode: string,
  name: string,
  id: string | undefined,
  counties: Readonly<Record<string, string>>,
): string {
  const prefix = provinceCode.slice(0, 2)
  const inProvince = CITIES.filter((city) => city.code.startsWith(prefix))
  const city = inProvince.find((row) => row.name === name) ?? inProvince.find((row) => name.startsWith(row.shortName))
  if (city) return city.code
  const county = Object.entries(counties).find(([code, text]) => code.startsWith(prefix) && text === name)
  const code = county?.[0] ?? id
  // An island that is not a division itself (钓鱼岛) belongs to its province.
  return code?.startsWith(prefix) ? code : provinceCode
}
