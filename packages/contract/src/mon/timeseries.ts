import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEFAULT_MAX_POINTS, MAX_CHANNELS_PER_SUBSCRIPTION, MAX_QUERY_CHANNELS } from '../constants.ts'
import { GAP_CAUSE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { rowId, text } from '../fields.ts'
import { limitMark } from './limit.ts'

export const AGGREGATES = ['raw', '1m', '1h', '1d'] as const
export type Aggregate = (typeof AGGREGATES)[number]

const csvInts = (max: number) =>
  z
    .string()
    .max(8_000)
    .transform((value) =>
      value
        .split(',')
        .filter((part) => part !== '')
        .map(Number),
    )
    .pipe(z.array(z.number().int().positive()).min(1, '请选择通道').max(max))

/** Channel numbers, comma-separated, at most 20 (checked by the service, with its own message). */
export const channelInts = csvInts(500)

export const tsQuery = z.object({
  channels: channelInts,
  /** Range (from, to] at every level, epoch ms. */
  from: z.coerce.number().int().min(0),
  to: z.coerce.number().int().min(0),
  maxPoints: z.coerce.number().int().min(10).max(10_000).default(DEFAULT_MAX_POINTS),
  agg: z.enum(['auto', ...AGGREGATES]).default('auto'),
})

export const tsGap = z.object({
  fromMs: z.number(),
  /** null while the gap is open. */
  toMs: z.number().nullable(),
  cause: z.enum(keysOf(GAP_CAUSE)),
})

/**
 * Columns of equal length, ascending in time. `avg` is the raw value when `agg` is raw and nothing was thinned, and
 * `min`/`max` equal it then. Null marks a break of the line (a gap wider than 2.5 periods).
 */
export const tsSeries = z.object({
  channelNo: z.number().int(),
  metricCode: z.string(),
  agg: z.enum(AGGREGATES),
  /** Bucket width, ms; 0 for raw points. */
  stepMs: z.number(),
  unit: z.string(),
  precision: z.number().int(),
  name: z.string(),
  deviceName: z.string(),
  timesMs: z.array(z.number()),
  avg: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  /** Union of the quality bits of everything the point represents. */
  q: z.array(z.number()),
  /**
   * Hourly and daily means with too little data to be published (GB 3095: 45 min, 20 h), by their drawn time;
   * `validHours` for days only. Empty at other levels.
   */
  shortMeans: z.array(z.object({ tsMs: z.number(), coverS: z.number(), validHours: z.number().nullable() })),
  gaps: z.array(tsGap),
  /** With the part of the range in which a limit is in force, if not all of it. */
  limits: z.array(limitMark.extend({ fromMs: z.number().optional(), toMs: z.number().optional() })),
  /** When the channel's own limits were set, changed or removed within the range, epoch ms, ascending. */
  limitChangesMs: z.array(z.number()),
  stats: z.object({
    n: z.number(),
    valid: z.number(),
    /** Valid over expected, 0–1; null for channels without a period. */
    completeness: z.number().nullable(),
    avg: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    p95: z.number().nullable(),
    sd: z.number().nullable(),
    /**
     * Hourly or daily means by publishability; null at other levels. Unknown: made by an older version. Due: number
     * expected from the device's time in service; without any data there is no mean at all.
     */
    means: z.object({ valid: z.number(), short: z.number(), unknown: z.number(), due: z.number() }).nullable(),
  }),
})
export type TsSeries = z.output<typeof tsSeries>

/** Maximum channels in one search response. */
export const MAX_CHOICES = 200

const choiceQuery = z
  .object({
    /** Words that must all occur in the names of channel, metric, device, station or in the client id. */
    words: text(64).optional(),
    stationId: rowId.optional(),
    /** Channels from a link or an earlier view whose names are unknown. */
    channels: csvInts(MAX_QUERY_CHANNELS).optional(),
  })
  .refine(({ words, stationId, channels }) => Boolean(words || stationId || channels), '请输入搜索内容')

/** A selectable channel, with what distinguishes it from others. */
export const channelChoice = z.object({
  channelNo: z.number().int(),
  name: z.string(),
  metricCode: z.string(),
  unit: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** Empty for a device without a station. */
  stationName: z.string(),
})
export type ChannelChoice = z.output<typeof channelChoice>

export const latestRow = z.object({ channelNo: z.number().int(), ts: z.number(), v: z.number(), q: z.number().int() })

export const timeseriesEndpoints = defineEndpoints({
  query: {
    method: 'GET',
    path: '/mon/ts/query',
    access: 'mon:ts:view',
    query: tsQuery,
    result: z.object({ series: z.array(tsSeries) }),
  },
  /** Channels visible to the caller, by station, device and position in it. */
  channels: {
    method: 'GET',
    path: '/mon/ts/channels',
    access: 'mon:ts:view',
    query: choiceQuery,
    result: z.object({
      channels: z.array(channelChoice).max(MAX_CHOICES),
      /** More exist than are returned. */
      isCut: z.boolean(),
    }),
  },
  batchLatest: {
    method: 'POST',
    path: '/mon/ts/batchLatest',
    access: 'mon:ts:view',
    body: z.object({ channelNos: z.array(z.number().int().positive()).min(1).max(MAX_CHANNELS_PER_SUBSCRIPTION) }),
    result: z.array(latestRow),
    inView: 'reads',
  },
})
