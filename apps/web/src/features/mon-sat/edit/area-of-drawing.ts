import { circleCorners } from '@natim/domain/map-area'
import { closed, type Position, type SatArea } from '@natim/domain/sat-area'
import { areaOf, boxOf, type Drawing } from '@/widgets/map/drawing.ts'

const CIRCLE_CORNERS = 48
const round = (value: number) => Math.round(value * 1e5) / 1e5

const polygon = (positions: readonly Position[]): SatArea => ({
  type: 'Polygon',
  coordinates: [closed(positions.map(([lng, lat]): Position => [round(lng), round(lat)]))],
})

/** The drawing as an area; undefined until it is complete. */
export function areaOfDrawing(drawing: Drawing): SatArea | undefined {
  const box = boxOf(drawing)
  if (box) {
    const [west, south, east, north] = box
    return polygon([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ])
  }
  const area = areaOf(drawing)
  if (area === undefined) return undefined
  const corners = area.kind === 'circle' ? circleCorners(area.center, area.radiusKm, CIRCLE_CORNERS) : area.corners
  return polygon(corners.map(({ lng, lat }): Position => [lng, lat]))
}
