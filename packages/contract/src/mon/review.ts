import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { GAP_CAUSE, REVIEW_STATE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { dateText, epochMs, requiredText, rowId, text } from '../fields.ts'
import { sampleMark } from './sample-mark.ts'

/** Maximum stations shown for one month. */
export const MAX_REVIEWED_STATIONS = 60
/** Maximum station days of one decision. */
export const MAX_REVIEWED_DAYS = 2_000

export const DOUBT_KIND = {
  stuck: '数值僵死',
  jump: '突变',
  spike: '孤立尖峰',
  drift: '校准后漂移',
  neighbour: '与邻站不符',
} as const
export type DoubtKind = keyof typeof DOUBT_KIND

const state = z.enum(keysOf(REVIEW_STATE))
export type ReviewState = z.output<typeof state>

/** Sample counts; rates are computed with `captureRates` of domain/capture. */
const capture = z.object({
  expected: z.number().int(),
  received: z.number().int(),
  valid: z.number().int(),
  planned: z.number().int(),
  captured: z.number().int(),
  missing: z.number().int(),
  manual: z.number().int(),
  calibration: z.number().int(),
  device: z.number().int(),
  check: z.number().int(),
  late: z.number().int(),
})

const cell = z.object({
  /** `yyyy-MM-dd`, GMT+8: 00:00 < t <= 24:00. */
  day: z.string(),
  state,
  /** Sent with a decision, so that concurrent changes are detected. */
  version: z.number().int(),
  doubts: z.number().int(),
  hasData: z.boolean(),
})
export type ReviewCell = z.output<typeof cell>

const reviewStation = z.object({
  stationId: z.string(),
  name: z.string(),
  regionCode: z.string(),
  /** Capture of the month so far. */
  capture,
  cells: z.array(cell),
})
export type ReviewStation = z.output<typeof reviewStation>

const reviewMonth = z.object({
  month: z.string(),
  nowMs: epochMs,
  stations: z.array(reviewStation).max(MAX_REVIEWED_STATIONS),
  /** More exist than are returned. */
  isCut: z.boolean(),
})
export type ReviewMonth = z.output<typeof reviewMonth>

const doubt = z.object({
  kind: z.enum(keysOf(DOUBT_KIND)),
  /** Whole hours, fromMs < t <= toMs. */
  fromMs: epochMs,
  toMs: epochMs,
})
export type ReviewDoubt = z.output<typeof doubt>

const reviewChannel = z.object({
  channelNo: z.number().int(),
  deviceId: z.string(),
  deviceName: z.string(),
  name: z.string(),
  metricCode: z.string(),
  unit: z.string(),
  precision: z.number().int(),
  periodS: z.number().int(),
  /** Representative value of the day; null = nothing valid. */
  value: z.number().nullable(),
  /** Hours of at least 45 valid minutes; null = unknown. */
  validHours: z.number().nullable(),
  capture,
  doubts: z.array(doubt),
  /**
   * Hourly medians of the same metric at other stations of the city, by the ends of the hours; null below three
   * stations.
   */
  neighbours: z.array(z.number().nullable()).length(24),
})
export type ReviewChannel = z.output<typeof reviewChannel>

const reviewDay = cell.omit({ doubts: true, hasData: true }).extend({
  stationId: z.string(),
  stationName: z.string(),
  fromMs: epochMs,
  toMs: epochMs,
  nowMs: epochMs,
  reviewedBy: z.string().nullable(),
  reviewedMs: epochMs.nullable(),
  approvedBy: z.string().nullable(),
  approvedMs: epochMs.nullable(),
  capture,
  /** Time without samples by cause, summed over all channels. */
  gaps: z.array(z.object({ cause: z.enum(keysOf(GAP_CAUSE)), ms: z.number() })),
  channels: z.array(reviewChannel),
  marks: z.array(sampleMark),
  lines: z.array(
    z.object({
      id: z.string(),
      action: z.enum(['review', 'withdraw', 'approve', 'reopen', 'revise']),
      note: z.string(),
      userName: z.string(),
      atMs: epochMs,
    }),
  ),
  /** Rollups have not caught up with the samples yet. */
  isPending: z.boolean(),
  /** When its samples were last decided about. */
  revisedMs: epochMs.nullable(),
})
export type ReviewDay = z.output<typeof reviewDay>

const month = z
  .string()
  .regex(/^(20\d\d)-(0[1-9]|1[0-2])$/, '月份格式应为 yyyy-MM')
  .meta({ examples: ['2026-11'] })

const days = z
  .array(z.object({ stationId: rowId, day: dateText, version: z.number().int().min(0) }))
  .min(1, '请选择站日')
  .max(MAX_REVIEWED_DAYS, `一次最多 ${MAX_REVIEWED_DAYS} 个站日`)
const decision = z.object({ days })
const decided = z.object({ n: z.number().int() })

const captureRow = z.object({
  channelNo: z.number().int(),
  name: z.string(),
  deviceName: z.string(),
  stationName: z.string(),
  day: z.string(),
  capture,
})

export const reviewEndpoints = defineEndpoints({
  month: {
    method: 'GET',
    path: '/mon/review/month',
    access: 'mon:review:view',
    query: z.object({
      month,
      words: text(64).optional(),
      /** GB/T 2260 prefix. */
      region: z
        .string()
        .regex(/^\d{2}(\d{2}(\d{2})?)?$/, '行政区划代码不正确')
        .optional(),
    }),
    result: reviewMonth,
  },
  day: {
    method: 'GET',
    path: '/mon/review/day',
    access: 'mon:review:view',
    query: z.object({ stationId: rowId, day: dateText }),
    result: reviewDay,
  },
  /** By channel and day of a station's month. */
  capture: {
    method: 'GET',
    path: '/mon/review/capture',
    access: 'mon:review:view',
    query: z.object({ stationId: rowId, month }),
    result: z.object({ rows: z.array(captureRow), total: capture }),
  },
  review: { method: 'POST', path: '/mon/review/review', access: 'mon:review:edit', body: decision, result: decided },
  withdraw: {
    method: 'POST',
    path: '/mon/review/withdraw',
    access: 'mon:review:edit',
    body: decision,
    result: decided,
  },
  approve: {
    method: 'POST',
    path: '/mon/review/approve',
    access: 'mon:review:approve',
    body: decision,
    result: decided,
  },
  reopen: {
    method: 'POST',
    path: '/mon/review/reopen',
    access: 'mon:review:approve',
    body: decision.extend({ note: requiredText(500) }),
    result: decided,
  },
})
