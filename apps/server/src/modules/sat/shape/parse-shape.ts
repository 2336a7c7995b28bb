import { type Position, type SatArea, verticesOf } from '@natim/domain/sat-area'
import { parseShp } from 'shpjs'
import { readShapeZip } from './read-zip.ts'
import type { ShapeAnswer } from './shape-messages.ts'

/** Far more than a task may have, so that too many are reported as such and not as unreadable. */
const MAX_POSITIONS = 20_000

interface Shape {
  readonly type: string
  readonly coordinates: unknown
}

const isPosition = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((part) => Number.isFinite(part))

const toRing = (value: unknown): Position[] =>
  Array.isArray(value) ? value.filter(isPosition).map(([lng, lat]): Position => [lng, lat]) : []

const toPolygon = (value: unknown): Position[][] => (Array.isArray(value) ? value.map(toRing) : [])

function polygonsIn({ type, coordinates }: Shape): Position[][][] {
  if (type === 'Polygon') return [toPolygon(coordinates)]
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates.map(toPolygon)
  return []
}

/** All polygons of the first shapefile in a package, in WGS-84, as one area. */
export async function parseShape(bytes: Buffer): Promise<ShapeAnswer> {
  const files = await readShapeZip(bytes)
  if (typeof files === 'string') return { kind: 'refused', reason: files }
  const [name] = [...files.keys()].filter((file) => /\.shp$/i.test(file))
  const shp = name === undefined ? undefined : files.get(name)
  if (name === undefined || shp === undefined) return { kind: 'refused', reason: 'no_shape' }
  const prj = [...files].find(([file]) => file.toLowerCase() === name.toLowerCase().replace(/shp$/, 'prj'))?.[1]
  let shapes: readonly (Shape | null)[]
  try {
    shapes = parseShp(shp, prj?.toString('latin1'))
  } catch {
    return { kind: 'refused', reason: 'unreadable' }
  }
  const polygons = shapes.flatMap((shape) => (shape ? polygonsIn(shape) : [])).filter((rings) => rings.length > 0)
  if (polygons.length === 0) return { kind: 'refused', reason: 'no_polygon' }
  const [first] = polygons
  const area: SatArea =
    polygons.length === 1 && first
      ? { type: 'Polygon', coordinates: first }
      : { type: 'MultiPolygon', coordinates: polygons }
  if (verticesOf(area).length > MAX_POSITIONS) return { kind: 'refused', reason: 'too_many' }
  return { kind: 'area', area, shapes: polygons.length }
}
