import { contains, type Point, type Polygon } from './geojson.ts'

const WEST = 73.2
const EAST = 135.3
const NORTH = 53.8
const SOUTH = 17.8
const COLUMNS = 70
/** cos 36°: makes a dot as wide as it is high in the picture. */
const ASPECT = 0.81
const STEP_LNG = (EAST - WEST) / COLUMNS
const STEP_LAT = STEP_LNG * ASPECT
const ROWS = Math.round((NORTH - SOUTH) / STEP_LAT)

/** Dot matrix of the land: one character per cell, space = sea, 0–2 = tone, `*` = accent. */
export function dotRows(land: readonly Polygon[], accents: readonly Point[]): string[] {
  const accented = new Set(accents.map((point) => cellOf(point).join()))
  return Array.from({ length: ROWS }, (_row, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) => {
      const centre: Point = [WEST + (column + 0.5) * STEP_LNG, NORTH - (row + 0.5) * STEP_LAT]
      if (accented.has(`${column},${row}`)) return '*'
      return contains(land, centre) ? String(tone(column, row)) : ' '
    })
      .join('')
      .trimEnd(),
  )
}

function cellOf([lng, lat]: Point): [number, number] {
  return [Math.floor((lng - WEST) / STEP_LNG), Math.floor((NORTH - lat) / STEP_LAT)]
}

/** Slow waves that make the land look like relief; decorative, not based on data. */
function tone(column: number, row: number): 0 | 1 | 2 {
  const wave = Math.sin(column / 6.5 + row / 9) + Math.sin(column / 11 - row / 4.2 + 1.3)
  if (wave > 0.55) return 2
  return wave > -0.5 ? 1 : 0
}
