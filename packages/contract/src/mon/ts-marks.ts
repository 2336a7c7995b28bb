import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { severity } from './rule-body.ts'
import { channelInts } from './timeseries.ts'

/** Maximum of one response, newest first. */
export const MAX_BANDS = 300

const instant = z.coerce.number().int().min(0)
const range = z.object({ channels: channelInts, from: instant, to: instant })

/** Active time of an alarm of a channel. Epoch ms. */
export const alarmBand = z.object({
  id: z.string(),
  no: z.string(),
  channelNo: z.number().int(),
  severity,
  title: z.string(),
  fromMs: z.number(),
  /** null while it is active. */
  toMs: z.number().nullable(),
})
export type AlarmBand = z.output<typeof alarmBand>

/** How often means exceeded a limit of a channel, each compared with the figure in force on its day. */
export const exceedance = z.object({
  channelNo: z.number().int(),
  name: z.string(),
  avgPeriod: z.enum(['1h', 'day']),
  /** Figures in force, in time order: 75 until February, 60 since. */
  values: z.array(z.number()),
  exceeded: z.number().int(),
  /** Means with enough data to be judged. */
  judged: z.number().int(),
  /** The highest means, at most five. */
  worst: z.array(z.object({ tsMs: z.number(), value: z.number() })),
})
export type Exceedance = z.output<typeof exceedance>

/** Overlays of curves. */
export const tsMarkEndpoints = defineEndpoints({
  alarms: {
    method: 'GET',
    path: '/mon/ts/alarms',
    access: 'mon:alarm:view',
    query: range,
    result: z.array(alarmBand),
  },
  /** Hourly and daily limits only; channels with too many hours to count are listed. */
  exceedances: {
    method: 'GET',
    path: '/mon/ts/exceedances',
    access: 'mon:ts:view',
    query: range,
    result: z.object({ rows: z.array(exceedance), uncounted: z.array(z.number().int()) }),
  },
  /** Neighbours of an empty range: ends of the nearest hours with data. */
  nearest: {
    method: 'GET',
    path: '/mon/ts/nearest',
    access: 'mon:ts:view',
    query: range,
    result: z.object({ beforeMs: z.number().nullable(), afterMs: z.number().nullable() }),
  },
})
