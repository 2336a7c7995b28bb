import type { MapPlace } from '../map/map-item.ts'

/** Steps of a point on the screen, px: the nearer the map, the finer they are. */
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

/** Five decimals: a metre. West of −180° and east of 180° is the other end of the world. */
export const rounded = ({ lng, lat }: MapPlace): MapPlace => ({
  lng: round(lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng),
  lat: round(Math.min(90, Math.max(-90, lat))),
})

/** What is asked of a map: places to points of the screen and back. */
interface Projection {
  readonly getCenter: () => MapPlace
  readonly project: (at: [number, number]) => { readonly x: number; readonly y: number }
  readonly unproject: (at: [number, number]) => MapPlace
}

/** Where an arrow key takes a point, which begins in the middle of the map; undefined for any other key. */
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
