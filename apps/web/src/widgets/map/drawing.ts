import { distanceKm } from '@natim/domain/distance'
import { circleCorners, isSelfCrossing, type MapArea } from '@natim/domain/map-area'
import type { Feature, FeatureCollection, Position } from 'geojson'
import type { Bbox, MapPlace } from './map-item.ts'

/** `point` is a single place, moved by the last click. */
export type DrawTool = 'circle' | 'polygon' | 'measure' | 'box' | 'point'

/** A shape being drawn on the map. */
export interface Drawing {
  readonly tool: DrawTool
  /** For a circle, its centre and a point on its edge. */
  readonly points: readonly MapPlace[]
  /** All points are set; handles can be dragged. */
  readonly isDone: boolean
}

export const beginDrawing = (tool: DrawTool): Drawing => ({ tool, points: [], isDone: false })

/** A single movable place. */
export const pointAt = (place: MapPlace): Drawing => ({ tool: 'point', points: [place], isDone: true })

const TWO_POINTS: ReadonlySet<DrawTool> = new Set(['circle', 'box'])

/** Adds a clicked place. */
export function addPoint(drawing: Drawing, place: MapPlace): Drawing {
  if (drawing.tool === 'point') return pointAt(place)
  if (drawing.isDone) return drawing
  const points = [...drawing.points, place]
  return { ...drawing, points, isDone: TWO_POINTS.has(drawing.tool) && points.length === 2 }
}

const LEAST_POINTS: Readonly<Record<DrawTool, number>> = { circle: 2, polygon: 3, measure: 2, box: 2, point: 1 }

/** Double click or Enter; ignored while there are too few points. */
export function finish(drawing: Drawing): Drawing {
  return drawing.points.length >= LEAST_POINTS[drawing.tool] ? { ...drawing, isDone: true } : drawing
}

/** Moves a handle; the edge point of a circle follows its centre. */
export function movePoint(drawing: Drawing, index: number, to: MapPlace): Drawing {
  const [center, rim] = drawing.points
  if (drawing.tool === 'circle' && index === 0 && center && rim) {
    const shifted = { lng: rim.lng + to.lng - center.lng, lat: rim.lat + to.lat - center.lat }
    return { ...drawing, points: [to, shifted] }
  }
  return { ...drawing, points: drawing.points.map((point, i) => (i === index ? to : point)) }
}

const DECIMALS = 1e6
const rounded = ({ lng, lat }: MapPlace): MapPlace => ({
  lng: Math.round(lng * DECIMALS) / DECIMALS,
  lat: Math.round(lat * DECIMALS) / DECIMALS,
})
const MIN_RADIUS_KM = 0.1

/** The drawn area; undefined while incomplete, and for a measured line. */
export function areaOf({ tool, points, isDone }: Drawing): MapArea | undefined {
  const [center, rim] = points
  if (!isDone || center === undefined) return undefined
  if (tool === 'polygon') return { kind: 'polygon', corners: points.map(rounded) }
  if (tool !== 'circle' || rim === undefined) return undefined
  const radiusKm = Math.max(MIN_RADIUS_KM, Math.round(distanceKm(center, rim) * 1_000) / 1_000)
  return { kind: 'circle', center: rounded(center), radiusKm }
}

/** The box between two corners; undefined while incomplete. */
export function boxOf({ tool, points, isDone }: Drawing): Bbox | undefined {
  const [a, b] = points
  if (tool !== 'box' || !isDone || !a || !b) return undefined
  return [Math.min(a.lng, b.lng), Math.min(a.lat, b.lat), Math.max(a.lng, b.lng), Math.max(a.lat, b.lat)]
}

/** Whether the drawn polygon crosses itself, so that its inside is ambiguous. */
export const isCrossed = ({ tool, points, isDone }: Drawing): boolean =>
  tool === 'polygon' && isDone && isSelfCrossing(points)

const toPosition = ({ lng, lat }: MapPlace): Position => [lng, lat]
const feature = (geometry: Feature['geometry'], properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry,
})
const ringOf = (corners: readonly MapPlace[]): Position[][] => [[...corners, ...corners.slice(0, 1)].map(toPosition)]

/** An area as a polygon of the map. */
export const areaPolygon = (area: MapArea): Feature['geometry'] => ({
  type: 'Polygon',
  coordinates: ringOf(area.kind === 'circle' ? circleCorners(area.center, area.radiusKm) : area.corners),
})

/** Map features of a drawing: its shape, the line to the pointer, a handle at each point. */
export function drawingFeatures({ tool, points, isDone }: Drawing, pointer?: MapPlace): FeatureCollection {
  const shown = pointer && !isDone ? [...points, pointer] : points
  const [center, rim] = shown
  const features: Feature[] = []
  if (tool === 'circle' && center && rim) {
    const rimLine = circleCorners(center, distanceKm(center, rim))
    features.push(feature({ type: 'Polygon', coordinates: ringOf(rimLine) }))
    features.push(feature({ type: 'LineString', coordinates: ringOf(rimLine)[0] ?? [] }))
  } else if (tool === 'box' && center && rim) {
    const corners = [center, { lng: rim.lng, lat: center.lat }, rim, { lng: center.lng, lat: rim.lat }]
    features.push(feature({ type: 'Polygon', coordinates: ringOf(corners) }))
    features.push(feature({ type: 'LineString', coordinates: ringOf(corners)[0] ?? [] }))
  } else if (tool === 'polygon' && shown.length > 2) {
    // The edge is a separate line: a self-crossing polygon may have no area and would not be visible.
    features.push(feature({ type: 'Polygon', coordinates: ringOf(shown) }))
    features.push(feature({ type: 'LineString', coordinates: ringOf(shown)[0] ?? [] }))
  } else if ((tool === 'polygon' || tool === 'measure') && shown.length > 1) {
    features.push(feature({ type: 'LineString', coordinates: shown.map(toPosition) }))
  }
  for (const [index, point] of points.entries()) {
    features.push(feature({ type: 'Point', coordinates: toPosition(point) }, { index }))
  }
  return { type: 'FeatureCollection', features }
}
