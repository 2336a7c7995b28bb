import { z } from 'zod'

/** Far above the task limit, so that an excess is counted and reported instead of refused as malformed. */
const MAX_POSITIONS = 20_000

const position = z.tuple([z.number(), z.number()])
const ring = z.array(position).max(MAX_POSITIONS)
const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).max(1_000) })
const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ring).max(1_000)).max(1_000),
})

/** GeoJSON, WGS-84, rings closed. `checkSatArea` decides whether a task may use it. */
export const satArea = z.discriminatedUnion('type', [polygon, multiPolygon]).meta({
  examples: [
    {
      type: 'Polygon',
      coordinates: [
        [
          [121, 40.5],
          [122, 40.5],
          [122, 41],
          [121, 41],
          [121, 40.5],
        ],
      ],
    },
  ],
})
export type SatAreaBody = z.output<typeof satArea>
