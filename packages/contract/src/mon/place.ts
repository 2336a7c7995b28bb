import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { listQuery } from '../fields.ts'
import { station } from './station.resource.ts'

const severity = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** A listed station with its position and the counts of its list row. */
export const stationPlace = z.object({
  id: z.string(),
  name: z.string(),
  regionCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  deviceCount: z.number().int(),
  onlineCount: z.number().int(),
  channelCount: z.number().int(),
  /** Gravest open alarm of its devices; absent if none, or without permission to see alarms. */
  severity: severity.optional(),
})
export type StationPlace = z.output<typeof stationPlace>

/** Stations as places with several devices and channels (BZ-06). */
export const placeEndpoints = defineEndpoints({
  /** All stations of the list, not only a page. */
  stations: {
    method: 'GET',
    path: '/mon/place/stations',
    access: station.endpoints.list.access,
    query: listQuery,
    result: z.array(stationPlace),
  },
  /** Stations with an open alarm, each with its gravest severity; empty without permission to see alarms. */
  levels: {
    method: 'GET',
    path: '/mon/place/levels',
    access: station.endpoints.list.access,
    result: z.array(z.object({ id: z.string(), severity })),
  },
})
