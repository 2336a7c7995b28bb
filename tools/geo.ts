/**
 * Generates the console's offline boundary files and the demonstration network's place table. Usage: `tsx
 * --conditions=source tools/geo.ts` (needs the npm registry; its output is committed).
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cityFeatures, PROVINCE_FILES, type ProvinceProperties, provinceFeatures } from './geo/boundaries.ts'
import { dotRows } from './geo/dots.ts'
import { type Feature, type Point, toGeoJson } from './geo/geojson.ts'
import { INSET_BOX, type InsetPart, insetParts, pathOf, toLngLat } from './geo/inset.ts'
import { type CityProperties, type Place, places, placesModule } from './geo/places.ts'
import { simplify } from './geo/simplify.ts'
import { readSources } from './geo/sources.ts'

const GEO_DIR = fileURLToPath(new URL('../apps/web/public/geo/', import.meta.url))
const PLACES_FILE = fileURLToPath(new URL('../packages/demo/src/places.data.ts', import.meta.url))

const PROVINCE_DETAIL = { decimals: 2, toleranceDeg: 0.03, minArea: 0.004 }
const CITY_DETAIL = { decimals: 3, toleranceDeg: 0.008, minArea: 0.0008 }
const ISLAND_DETAIL = { decimals: 3, toleranceDeg: 0.006, minArea: 0.0016 }
const SANSHA = '460300'

/** Metadata printed on the map; a public map in mainland China needs an approved map number. */
const META = {
  source: 'Apache ECharts 4.9.0, map/json',
  licence: 'Apache-2.0',
  approvalNo: null,
  missingText: '示意边界，未取得审图号，公开使用前须更换边界文件',
}

async function main(): Promise<void> {
  const sources = await readSources(Object.values(PROVINCE_FILES))
  const provinces = provinceFeatures(sources.china)
  const cities = new Map(
    Object.entries(PROVINCE_FILES).map(([code, file]) => {
      const raw = sources.provinces.get(file)
      if (!raw) throw new Error(`Missing ${file}`)
      return [code, cityFeatures(code, raw, sources.counties)]
    }),
  )
  const inset = insetParts(sources.nanhai)
  const rows = places([...cities.values()].flat(), sources.counties)

  await mkdir(`${GEO_DIR}cities`, { recursive: true })
  const write = (name: string, text: string) => writeFile(GEO_DIR + name, `${text}\n`)
  await write(
    'china-provinces.json',
    toGeoJson([
      ...withDiaoyu(simplify(provinces, PROVINCE_DETAIL), cities.get('710000') ?? []),
      ...southChinaSea(cities.get('460000') ?? [], inset),
    ]),
  )
  for (const [code, features] of cities) {
    await write(`cities/${code}.json`, toGeoJson(simplify(features.map(roundLabel), CITY_DETAIL)))
  }
  await write('inset-nanhai.json', insetJson(inset))
  await write('dots.json', dotsJson(provinces, rows, inset))
  await write('meta.json', JSON.stringify(META, null, 2))
  await writeFile(PLACES_FILE, placesModule(rows))
}

function roundLabel<P extends CityProperties>(feature: Feature<P>): Feature<P> {
  const [lng, lat] = feature.properties.cp
  return { ...feature, properties: { ...feature.properties, cp: [Number(lng.toFixed(3)), Number(lat.toFixed(3))] } }
}

/** Adds islands too small for the national outline that must never be left out. */
function withDiaoyu(
  provinces: readonly Feature<ProvinceProperties>[],
  taiwan: readonly Feature<CityProperties>[],
): Feature<ProvinceProperties>[] {
  const diaoyu = taiwan.filter((feature) => feature.properties.name.includes('钓鱼岛'))
  if (diaoyu.length === 0) throw new Error('钓鱼岛 is missing in the source')
  const islands = simplify(diaoyu, { ...ISLAND_DETAIL, minArea: 0 }).flatMap((feature) => feature.polygons)
  return provinces.map((province) =>
    province.properties.adcode === '710000' ? { ...province, polygons: [...province.polygons, ...islands] } : province,
  )
}

/** The islands at their true places; the dash line from the schematic inset. */
function southChinaSea(
  hainan: readonly Feature<CityProperties>[],
  inset: readonly InsetPart[],
): Feature<ProvinceProperties>[] {
  const sansha = hainan.find((city) => city.properties.adcode === SANSHA)
  if (!sansha) throw new Error('The islands of the South China Sea are missing')
  const dashes = inset.filter((part) => part.kind === 'dash').map((part) => [part.ring.map(toLngLat)])
  const common = { adcode: SANSHA, name: '南海诸岛', cp: sansha.properties.cp }
  return [
    ...simplify([{ properties: { ...common, kind: 'islands' as const }, polygons: sansha.polygons }], ISLAND_DETAIL),
    { properties: { ...common, kind: 'dash-line' as const }, polygons: dashes },
  ]
}

function insetJson(inset: readonly InsetPart[]): string {
  const corners = [toLngLat([0, INSET_BOX.height]), toLngLat([INSET_BOX.width, 0])]
  return JSON.stringify({
    type: 'FeatureCollection',
    bbox: corners.flat(),
    viewBox: [0, 0, INSET_BOX.width, INSET_BOX.height],
    features: inset.map(({ kind, ring }) => ({
      type: 'Feature',
      properties: { kind, path: pathOf(ring) },
      geometry: { type: 'Polygon', coordinates: [ring.map(toLngLat)] },
    })),
  })
}

/** Dots highlighted for capitals and the largest places of each province. */
function dotsJson(
  provinces: readonly Feature<ProvinceProperties>[],
  rows: readonly Place[],
  inset: readonly InsetPart[],
): string {
  const capitals = rows.filter((place) => place.code.endsWith('0100')).map((place) => place.centre)
  const ports = [
    '深圳',
    '大连',
    '青岛',
    '宁波',
    '厦门',
    '苏州',
    '喀什',
    '伊犁',
    '阿勒泰',
    '呼伦贝尔',
    '黑河',
    '三亚',
    '温州',
    '汕头',
    '烟台',
    '徐州',
    '宜昌',
    '酒泉',
    '日喀则',
    '德宏',
  ]
  const others = rows.filter((place) => ports.includes(place.name)).map((place): Point => place.centre)
  return JSON.stringify({
    rows: dotRows(
      provinces.flatMap((province) => province.polygons),
      [...capitals, ...others],
    ),
    inset: {
      viewBox: [0, 0, INSET_BOX.width, INSET_BOX.height],
      parts: inset.map(({ kind, ring }) => ({ kind, path: pathOf(ring) })),
    },
  })
}

await main()
