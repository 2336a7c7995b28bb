import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { severity } from './rule-body.ts'
import { channelInts } from './timeseries.ts'

/** Of one answer, the newest. */
export const MAX_BANDS = 300

const instant = z.coerce.number().int().min(0)
const range = z.object({ channels: channelInts, from: instant, to: instant })

/** How long an alarm of a channel was active. Epoch ms. */
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

/** How often means were above a limit of a channel, each compared with the figure that was in force on its day. */
export const exceedance = z.object({
  channelNo: z.number().int(),
  name: z.string(),
  avgPeriod: z.enum(['1h', 'day']),
  /** Figures that were in force, in the order of time: 75 until February, 60 since. */
  values: z.array(z.number()),
  exceeded: z.number().int(),
  /** Means that hold enough to be judged. */
  judged: z.number().int(),
  /** The highest ones, at most five. */
  worst: z.array(z.object({ tsMs: z.number(), value: z.number() })),
})
export type Exceedance = z.output<typeof exceedance>

/** What is laid over curves. */
export const tsMarkEndpoints = defineEndpoints({
  alarms: {
    method: 'GET',
    path: '/mon/ts/alarms',
    access: 'mon:alarm:view',
    query: range,
    result: z.array(alarmBand),
  },
  /** Hourly and daily limits only; channels whose hours are too many to be counted are named. */
  exceedances: {
    method: 'GET',
    path: '/mon/ts/exceedances',
    access: 'mon:ts:view',
    query: range,
    result: z.object({ rows: z.array(exceedance), uncounted: z.array(z.number().int()) }),
  },
  /** Where an empty range has neighbours: ends of the nearest hours with data. */
  nearest: {
    method: 'GET',
    path: '/mon/ts/nearest',
    access: 'mon:ts:view',
    query: range,
    result: z.object({ beforeMs: z.number().nullable(), afterMs: z.number().nullable() }),
  },
})
