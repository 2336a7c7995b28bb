import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { rowId } from '../fields.ts'

/** Maximum rows per page of the open API. */
export const MAX_OPEN_LIMIT = 5_000
export const MAX_OPEN_DAYS = { hour: 31, day: 366, alarms: 366 } as const

const region = z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, 'GB/T 2260 代码，2、4 或 6 位')
/** `2026-11-21T10:00:00+08:00`, or epoch ms. */
const instant = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(/^\d{1,15}$/)], '应为带时区的 ISO 8601 时间或毫秒时间戳')
  .meta({ examples: ['2026-11-21T10:00:00+08:00'] })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)))
const metric = z.string().regex(/^[a-z0-9_]{1,32}$/, '因子编码不正确')

const paged = z.object({
  region: region.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_OPEN_LIMIT, `每页最多 ${MAX_OPEN_LIMIT} 行`).default(1_000),
  /** `next` of the previous page. */
  cursor: z.string().max(300).optional(),
  format: z.enum(['json', 'csv']).optional(),
})
const spanned = paged.extend({ from: instant, to: instant })
const measured = z.object({ station: rowId.optional(), metric: metric.optional() })

const time = z.string().meta({ description: 'ISO 8601, +08:00; of an hour or a day its end' })
const figure = z.number().nullable()

export const openStation = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.string(),
  regionCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  metrics: z.array(z.string()),
})
export const openSample = z.object({
  t: time,
  stationId: z.string().nullable(),
  channelNo: z.number().int(),
  metric: z.string(),
  unit: z.string(),
  value: z.number(),
  /** 0 = good; bits of the quality word. */
  quality: z.number().int(),
})
export const openBucket = z.object({
  t: time,
  stationId: z.string().nullable(),
  channelNo: z.number().int(),
  metric: z.string(),
  unit: z.string(),
  value: figure,
  min: figure,
  max: figure,
  /** Samples received, and valid ones among them. */
  n: z.number().int(),
  valid: z.number().int(),
})
export const openAqi = z.object({
  t: time,
  placeId: z.string(),
  name: z.string(),
  aqi: z.number().int().nullable(),
  /** 首要污染物, separated by spaces. */
  leading: z.string(),
  standard: z.string(),
  revision: z.number().int(),
  ...Object.fromEntries(AQI_POLLUTANTS.map((pollutant) => [pollutant, figure])),
  ...Object.fromEntries(AQI_POLLUTANTS.map((pollutant) => [`${pollutant}Iaqi`, figure])),
})
export const openAlarm = z.object({
  t: time,
  id: z.string(),
  no: z.string(),
  title: z.string(),
  severity: z.number().int(),
  state: z.enum(['active', 'cleared', 'closed']),
  clearedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  stationId: z.string().nullable(),
  regionCode: z.string(),
  metric: z.string().nullable(),
  value: figure,
  unit: z.string().nullable(),
  limit: figure,
})

/** A page of rows; `next` is the cursor of the following page. */
export const openPage = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), next: z.string().nullable() })

/** RFC 9457; `code` is stable, texts may change. */
export const openProblem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum([
    'token_invalid',
    'scope_missing',
    'region_refused',
    'level_refused',
    'format_refused',
    'publication_off',
    'rate_exceeded',
    'parameter_invalid',
    'unavailable',
    'internal',
  ]),
  requestId: z.string(),
})
export type OpenProblem = z.output<typeof openProblem>

/** Guarded by an API token instead of a session: the handler reads `Authorization: Bearer` itself. */
const openCall = <const P extends string, Q extends z.ZodType, R extends z.ZodType>(path: P, query: Q, result: R) =>
  ({ method: 'GET', path: `/open/v1/${path}`, access: 'public', wire: 'binary', query, result }) as const

export const openEndpoints = defineEndpoints({
  stations: openCall('stations', paged, openPage(openStation)),
  latest: openCall('latest', paged.extend(measured.shape), openPage(openSample)),
  hour: openCall('hour', spanned.extend(measured.shape), openPage(openBucket)),
  day: openCall('day', spanned.extend(measured.shape), openPage(openBucket)),
  aqi: openCall(
    'aqi',
    spanned.extend({
      place: z.enum(['city', 'station']).default('city'),
      span: z.enum(['hour', 'day']).default('hour'),
    }),
    openPage(openAqi),
  ),
  alarms: openCall('alarms', spanned, openPage(openAlarm)),
})
export type OpenCall = keyof typeof openEndpoints
export type OpenQuery<N extends OpenCall> = z.output<(typeof openEndpoints)[N]['query']>
export type OpenStation = z.output<typeof openStation>
export type OpenSample = z.output<typeof openSample>
export type OpenBucket = z.output<typeof openBucket>
export type OpenAqi = z.output<typeof openAqi>
export type OpenAlarm = z.output<typeof openAlarm>

/** Public documentation of the open API. */
export const openDocEndpoints = defineEndpoints({
  document: { method: 'GET', path: '/open/v1/openapi.json', access: 'public', wire: 'binary', result: z.unknown() },
  page: { method: 'GET', path: '/open/v1/docs', access: 'public', wire: 'binary', result: z.unknown() },
})
