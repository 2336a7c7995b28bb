import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportBody } from '../export.ts'
import { epochMs, listQuery } from '../fields.ts'
import { INGEST_CODES } from './ingest.ts'

/** Number of trend buckets, for every period. */
export const REJECT_BUCKETS = 24

/** Periods in whole hours, including the current one. */
export const REJECT_HOURS = { 24: '24 小时', 168: '7 天', 720: '30 天' } as const

const hours = z.coerce
  .number()
  .pipe(z.union([z.literal(24), z.literal(168), z.literal(720)]))
  .catch(24)

/** By bucket, oldest first. */
const trend = z.array(z.number().int()).length(REJECT_BUCKETS)

/** Refusals of one device for one reason. */
export const rejectRow = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  clientId: z.string(),
  stationName: z.string().nullable(),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
  code: z.enum(INGEST_CODES),
  n: z.number().int(),
  /** Start of the last hour in which it happened. */
  lastHourMs: epochMs,
  trend,
})
export type RejectRow = z.output<typeof rejectRow>

export const rejectSummary = z.object({
  fromMs: epochMs,
  /** Width of a bucket of the trend. */
  stepMs: z.number().int(),
  total: z.number().int(),
  devices: z.number().int(),
  trend,
  /** Most frequent first. */
  codes: z.array(z.object({ code: z.enum(INGEST_CODES), n: z.number().int(), devices: z.number().int() })),
})
export type RejectSummary = z.output<typeof rejectSummary>

const query = listQuery.extend({ hours })

export const rejectEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/mon/reject/list', access: 'mon:reject:view', query, result: page(rejectRow) },
  /** Summary of the same rows. */
  summary: { method: 'GET', path: '/mon/reject/summary', access: 'mon:reject:view', query, result: rejectSummary },
  exportXls: {
    method: ['POST', 'GET'],
    path: '/mon/reject/exportXls',
    access: 'mon:reject:export',
    wire: 'binary',
    query,
    body: exportBody.extend({ hours: hours.optional() }).nullish(),
    result: z.unknown(),
  },
})
