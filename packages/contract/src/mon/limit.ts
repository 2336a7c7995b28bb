import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { rowId } from '../fields.ts'

/** One tick of a limit rail or one line of a chart, already in the metric's storage unit. */
export const limitMark = z.object({
  /** Short name: `AEGL-2`, `二级日均`. */
  name: z.string(),
  value: z.number(),
  /** Averaging period of the limit: `60min`, `day`, `instant` … */
  avgPeriod: z.string(),
  /** The limit is reached when `figure op value` holds. */
  op: z.enum(['>', '>=']),
  severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** Name of its limit set, with standard and validity, for the legend. */
  source: z.string(),
  /** Set for the channel itself instead of published (自定限值); absent = published. */
  isOwn: z.literal(true).optional(),
})
export type LimitMark = z.output<typeof limitMark>

/**
 * Means of a channel by the averaging periods of its limits: `60min`, `day` …, in the metric's unit. Null where the
 * window holds too little data.
 */
export const means = z.record(z.string(), z.number().nullable())

/** What a limit currently affects, shown before it is changed. */
export const limitImpact = z.object({
  /** False: its set is a draft, archived, or not valid today. */
  isInForce: z.boolean(),
  channels: z.number().int(),
  stations: z.number().int(),
  provinces: z.number().int(),
  /** Enabled rules that refer to it, most channels first. */
  rules: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      channels: z.number().int(),
      /** Active alarms of the metric that will be judged by the new figure. */
      activeAlarms: z.number().int(),
    }),
  ),
})
export type LimitImpact = z.output<typeof limitImpact>

export const limitEndpoints = defineEndpoints({
  impact: {
    method: 'GET',
    path: '/mon/limit/impact',
    // Figures of the whole network, because a limit applies everywhere; only users who may change one can call it.
    access: 'mon:limit:edit',
    query: z.object({ id: rowId }),
    result: limitImpact,
  },
})
