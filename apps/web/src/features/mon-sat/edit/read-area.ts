import { closed, type Position, type Ring, type SatArea } from '@natim/domain/sat-area'

/** Why pasted text could not be read, as a message for the user. */
export class AreaTextError extends Error {
  override readonly name = 'AreaTextError'
}

const MAX_TEXT = 2_000_000

interface Json {
  readonly type?: unknown
  readonly coordinates?: unknown
  readonly geometry?: unknown
  readonly features?: unknown
  readonly geometries?: unknown
}

const isPosition = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1])

function toRing(value: unknown): Ring {
  if (!Array.isArray(value) || !value.every(isPosition)) throw new AreaTextError('坐标须为数字，先经度后纬度')
  return closed(value.map(([lng, lat]): Position => [lng, lat]))
}

function toPolygon(value: unknown): Ring[] {
  if (!Array.isArray(value) || value.length === 0) throw new AreaTextError('多边形没有坐标')
  return value.map(toRing)
}

/** Polygons of a geometry, a feature or a collection; lines and points are skipped. */
function polygonsIn(value: unknown): Ring[][] {
  if (typeof value !== 'object' || value === null) return []
  const { type, coordinates, geometry, features, geometries }: Json = value
  if (type === 'Polygon') return [toPolygon(coordinates)]
  if (type === 'MultiPolygon') return Array.isArray(coordinates) ? coordinates.map(toPolygon) : []
  if (type === 'Feature') return polygonsIn(geometry)
  if (type === 'FeatureCollection') return Array.isArray(features) ? features.flatMap(polygonsIn) : []
  if (type === 'GeometryCollection') return Array.isArray(geometries) ? geometries.flatMap(polygonsIn) : []
  return []
}

/** @throws AreaTextError if there is no polygon */
export function areaOfJson(value: unknown): SatArea {
  const polygons = polygonsIn(value)
  const [first] = polygons
  if (!first) throw new AreaTextError('没有找到面（Polygon / MultiPolygon）')
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons }
}

async function areaOfKml(text: string): Promise<SatArea> {
  // Document type entities could expand without bound, and no map program writes them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new AreaTextError('KML 中不能有 DOCTYPE 声明')
  const page = new DOMParser().parseFromString(text, 'text/xml')
  if (page.querySelector('parsererror')) throw new AreaTextError('KML 格式不正确')
  const { kml } = await import('@tmcw/togeojson')
  return areaOfJson(kml(page))
}

/** Parses pasted GeoJSON or KML. @throws AreaTextError */
export async function readAreaText(text: string): Promise<SatArea> {
  const trimmed = text.trim()
  if (trimmed === '') throw new AreaTextError('请粘贴 GeoJSON 或 KML')
  if (trimmed.length > MAX_TEXT) throw new AreaTextError('内容过长，请简化后再粘贴')
  if (trimmed.startsWith('<')) return areaOfKml(trimmed)
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    throw new AreaTextError('不是有效的 GeoJSON 或 KML')
  }
  return areaOfJson(value)
}
