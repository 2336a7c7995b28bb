import type { Point, Ring } from './geojson.ts'

type InsetKind = 'coast' | 'island' | 'dash' | 'frame'

/** One ring of the South China Sea inset. */
export interface InsetPart {
  readonly kind: InsetKind
  /** Units of the inset box, y downwards. */
  readonly ring: Ring
}

/** Size of the inset box in its own units. */
export const INSET_BOX = { width: 64, height: 93.1 } as const

/** The source lists the coast, Hainan, nine or ten dashes and last the frame. */
export function insetParts(rings: readonly Ring[]): InsetPart[] {
  return rings.map((ring, index) => {
    if (index === 0) return { kind: 'coast', ring }
    if (index === 1) return { kind: 'island', ring }
    return { kind: index === rings.length - 1 ? 'frame' : 'dash', ring }
  })
}

/** SVG path data of a ring. */
export function pathOf(ring: Ring): string {
  return `M${ring
    .slice(0, -1)
    .map(([x, y]) => `${x} ${y}`)
    .join('L')}Z`
}

/**
 * The inset is schematic, not a projection. Hainan (middle at 16, 18.9) and the south of Taiwan (56, 7.7) are at their
 * true places; everything between is interpolated linearly.
 */
export function toLngLat([x, y]: Point): Point {
  const lng = 109.8 + ((x - 16) * (120.85 - 109.8)) / (56 - 16)
  const lat = 19.2 + ((y - 18.9) * (21.9 - 19.2)) / (7.7 - 18.9)
  return [Number(lng.toFixed(2)), Number(lat.toFixed(2))]
}
