import type { DeviceStatus, Severity } from '@natim/contract/dict'

/**
 * Outline of a severity glyph on a 24 × 24 grid, as SVG path data. The same data are drawn by React in pages and by
 * canvas on maps, so that a level looks the same everywhere. Source: design §2.4.
 */
export interface SeverityShape {
  readonly d: string
  /** Baseline of the digit, grid units: lower in triangles. */
  readonly digitBaseline: number
  readonly digitSize: number
}

export const SEVERITY_SHAPES: Readonly<Record<Severity, SeverityShape>> = {
  1: {
    d: 'M8.35 2.6h7.3a1.4 1.4 0 0 1 .99.41l4.35 4.35a1.4 1.4 0 0 1 .41.99v7.3a1.4 1.4 0 0 1-.41.99l-4.35 4.35a1.4 1.4 0 0 1-.99.41h-7.3a1.4 1.4 0 0 1-.99-.41l-4.35-4.35a1.4 1.4 0 0 1-.41-.99v-7.3a1.4 1.4 0 0 1 .41-.99l4.35-4.35a1.4 1.4 0 0 1 .99-.41z',
    digitBaseline: 16.7,
    digitSize: 13.5,
  },
  2: {
    d: 'M10.25 2.9a2 2 0 0 1 3.5 0l8.9 15.7a2 2 0 0 1-1.74 2.98H3.09a2 2 0 0 1-1.74-2.98z',
    digitBaseline: 18.4,
    digitSize: 12,
  },
  3: {
    d: 'M10.87 1.47a1.6 1.6 0 0 1 2.26 0l9.4 9.4a1.6 1.6 0 0 1 0 2.26l-9.4 9.4a1.6 1.6 0 0 1-2.26 0l-9.4-9.4a1.6 1.6 0 0 1 0-2.26z',
    digitBaseline: 16.4,
    digitSize: 12.5,
  },
  4: {
    d: 'M5.4 2.8h13.2a2.6 2.6 0 0 1 2.6 2.6v13.2a2.6 2.6 0 0 1-2.6 2.6H5.4a2.6 2.6 0 0 1-2.6-2.6V5.4a2.6 2.6 0 0 1 2.6-2.6z',
    digitBaseline: 16.7,
    digitSize: 13.5,
  },
  5: { d: 'M12 2.4a9.6 9.6 0 1 1 0 19.2a9.6 9.6 0 0 1 0-19.2z', digitBaseline: 16.7, digitSize: 13.5 },
}

/** One stroke or fill of a lamp, on a 10 × 10 grid. `ground` is drawn in the background colour. */
export interface LampPart {
  readonly d: string
  readonly paint: 'mark' | 'ground'
  /** Absent = filled. */
  readonly strokeWidth?: number
  readonly dash?: readonly [number, number]
}

const RING = 'M5 1.25a3.75 3.75 0 1 1 0 7.5a3.75 3.75 0 0 1 0-7.5z'

/** Status lamps: distinguishable by shape alone, also in greyscale (design §2.3). */
export const LAMP_SHAPES: Readonly<Record<DeviceStatus, readonly LampPart[]>> = {
  online: [{ d: 'M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9z', paint: 'mark' }],
  offline: [
    { d: RING, paint: 'mark', strokeWidth: 1.5 },
    { d: 'M2.7 7.3L7.3 2.7', paint: 'mark', strokeWidth: 1.5 },
  ],
  fault: [
    {
      d: 'M2 .4h6a1.6 1.6 0 0 1 1.6 1.6v6a1.6 1.6 0 0 1-1.6 1.6H2a1.6 1.6 0 0 1-1.6-1.6V2A1.6 1.6 0 0 1 2 .4z',
      paint: 'mark',
    },
    { d: 'M3.3 3.3l3.4 3.4M6.7 3.3L3.3 6.7', paint: 'ground', strokeWidth: 1.4 },
  ],
  maintenance: [
    { d: RING, paint: 'mark', strokeWidth: 1.5 },
    { d: 'M5 1.25a3.75 3.75 0 0 0 0 7.5z', paint: 'mark' },
  ],
  inactive: [{ d: RING, paint: 'mark', strokeWidth: 1.5, dash: [1.75, 1.177] }],
  retired: [{ d: 'M1 5h8', paint: 'mark', strokeWidth: 1.75 }],
}
