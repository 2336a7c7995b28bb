import type { MapPlace } from '../map/map-item.ts'

/** Steps on screen, px: the closer the zoom, the finer in degrees. */
const STEP_PX = 1
const FAR_STEP_PX = 16

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const SCALE = 1e5
const round = (degrees: number): number => Math.round(degrees * SCALE) / SCALE

/** Five decimals: about a metre. Longitudes beyond ±180° wrap around. */
export const rounded = ({ lng, lat }: MapPlace): MapPlace => ({
  lng: round(lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng),
  lat: round(Math.min(90, Math.max(-90, lat))),
})

/** The map functions used: geographic to screen coordinates and back. */
interface Projection {
  readonly getCenter: () => MapPlace
  readonly project: (at: [number, number]) => { readonly x: number; readonly y: number }
  readonly unproject: (at: [number, number]) => MapPlace
}

/** New position of a point after an arrow key, starting at the map centre; undefined for other keys. */
export function nudged(
  map: Projection,
  place: MapPlace | undefined,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): MapPlace | undefined {
  const direction = DIRECTIONS[key]
  if (!direction) return undefined
  if (!place) return map.getCenter()
  const { x, y } = map.project([place.lng, place.lat])
  const step = shiftKey ? FAR_STEP_PX : STEP_PX
  return map.unproject([x + direction[0] * step, y + direction[1] * step])
}
