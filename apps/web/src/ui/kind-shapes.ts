import type { DeviceKind } from '@natim/contract/dict'

const TREFOIL_INNER = 2.6
const TREFOIL_OUTER = 7.25
const HALF_BLADE_DEG = 27

/** Blade of the radiation trefoil around (10, 10), centred on an angle in degrees, clockwise from the x axis. */
function blade(centreDeg: number): string {
  const at = (radius: number, deg: number) => {
    const rad = (deg * Math.PI) / 180
    return `${(10 + radius * Math.cos(rad)).toFixed(2)} ${(10 + radius * Math.sin(rad)).toFixed(2)}`
  }
  const [from, to] = [centreDeg - HALF_BLADE_DEG, centreDeg + HALF_BLADE_DEG]
  const outer = `A${TREFOIL_OUTER} ${TREFOIL_OUTER} 0 0 1 ${at(TREFOIL_OUTER, to)}`
  const inner = `A${TREFOIL_INNER} ${TREFOIL_INNER} 0 0 0 ${at(TREFOIL_INNER, from)}`
  return `M${at(TREFOIL_INNER, from)}L${at(TREFOIL_OUTER, from)}${outer}L${at(TREFOIL_INNER, to)}${inner}z`
}

/**
 * Icons of the ten device kinds: 20 × 20 grid, 1.5 stroke, round caps, one path each (design §3). The icon shows only
 * the kind; state and alarm have their own symbols.
 */
export const KIND_SHAPES: Readonly<Record<DeviceKind, string>> = {
  air: 'M2.5 7.25h7.25a2.25 2.25 0 1 0-2.1-3.05M2.5 10.5h12.25a2.4 2.4 0 1 1-2.25 3.25M2.5 13.75h6.25',
  gas: 'M8 2.75h4M10 2.75v2.5M8.25 5.25h3.5M10 6.5c-2.2 0-3.75 1.45-3.75 3.5v5.5c0 .97.78 1.75 1.75 1.75h4c.97 0 1.75-.78 1.75-1.75V10c0-2.05-1.55-3.5-3.75-3.5zM6.25 11.25h7.5',
  breath:
    'M10 2.75v5.5M10 8.25l-1.75 1.5M10 8.25l1.75 1.5M8.25 7.25c0-1-.6-1.6-1.4-1.6C4.6 5.65 2.75 10 2.75 13.5c0 2.1.9 3.25 2.4 3.25 2 0 3.1-1.3 3.1-3.25zM11.75 7.25c0-1 .6-1.6 1.4-1.6 2.25 0 4.1 4.35 4.1 7.85 0 2.1-.9 3.25-2.4 3.25-2 0-3.1-1.3-3.1-3.25z',
  wearable:
    'M8 5.25h4a2.5 2.5 0 0 1 2.5 2.5v4.5a2.5 2.5 0 0 1-2.5 2.5H8a2.5 2.5 0 0 1-2.5-2.5v-4.5A2.5 2.5 0 0 1 8 5.25zM7.5 5.25l.6-2.75h3.8l.6 2.75M7.5 14.75l.6 2.75h3.8l.6-2.75M10 8v2.25l1.5 1',
  rad: `M10 8.9a1.1 1.1 0 1 1 0 2.2a1.1 1.1 0 0 1 0-2.2z${[90, 210, 330].map(blade).join('')}`,
  chem: 'M7.5 2.75h5M8.5 2.75V7.5L4.15 14.9a1.55 1.55 0 0 0 1.35 2.35h9a1.55 1.55 0 0 0 1.35-2.35L11.5 7.5V2.75M6.25 12h7.5',
  bio: 'M10 5.75a4.25 4.25 0 1 1 0 8.5a4.25 4.25 0 0 1 0-8.5zM10 2.5v3.25M10 14.25v3.25M2.5 10h3.25M14.25 10h3.25M4.7 4.7l2.3 2.3M13 13l2.3 2.3M15.3 4.7L13 7M7 13l-2.3 2.3M8.7 9.1h.01M11.2 10.9h.01',
  met: 'M10 7v10.25M7.25 17.25h5.5M3 3.75v4.5l11.5-1.5zM3 3.75l11.5 2M16 4.9a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 0 1 0-2.6z',
  cam: 'M4.5 5.5h6.75A1.75 1.75 0 0 1 13 7.25v5.5a1.75 1.75 0 0 1-1.75 1.75H4.5a1.75 1.75 0 0 1-1.75-1.75v-5.5A1.75 1.75 0 0 1 4.5 5.5zM13 9l4.25-2.5v7L13 11',
  gateway:
    'M4.5 11.75h11a1.5 1.5 0 0 1 1.5 1.5v2.5a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-2.5a1.5 1.5 0 0 1 1.5-1.5zM6 14.5h.01M8.75 14.5h.01M10 11.75V9.25M7.5 7.25a3.54 3.54 0 0 1 5 0M5.25 5a6.72 6.72 0 0 1 9.5 0',
}
