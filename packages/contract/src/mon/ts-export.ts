import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { rowId } from '../fields.ts'
import { AGGREGATES } from './timeseries.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** One sheet holds 1 048 576 lines, the first of which names the columns. */
export const MAX_SHEET_POINTS = 1_048_575
/** Of one file, all channels together. */
export const MAX_EXPORT_POINTS = 20_000_000
/** Fewer points are written within the call that asks for them (domain §9). */
export const DIRECT_EXPORT_POINTS = 100_000
export const EXPORT_KEPT_DAYS = 7
/** Of one user: at work or waiting, and kept. */
export const MAX_EXPORTS_UNDER_WAY = 3
export const MAX_EXPORTS_KEPT = 20

export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export const exportForm = z.object({
  channels: z.array(z.number().int().positive()).min(1, '请选择通道').max(500),
  /** Range (from, to], epoch ms. */
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  agg: z.enum(['auto', ...AGGREGATES]).default('auto'),
  format: z.enum(EXPORT_FORMATS),
})
export type ExportForm = z.output<typeof exportForm>

export const exportJob = z.object({
  id: z.string(),
  fileName: z.string(),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(EXPORT_STATES),
  /** Per cent. */
  progress: z.number().int(),
  /** Points written; null until it is done. */
  rows: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** Why there is no file, for people. */
  error: z.string().nullable(),
  createMs: z.number(),
  /** When the file goes; null while there is none. */
  expiresMs: z.number().nullable(),
})
export type ExportJob = z.output<typeof exportJob>

/** History as files: every point of a level, from one snapshot of the database (ADR 0050). */
export const tsExportEndpoints = defineEndpoints({
  /** Answers the finished file's row where it is small, else one that waits. */
  start: { method: 'POST', path: '/mon/ts/export', access: 'mon:ts:export', body: exportForm, result: exportJob },
  /** Own ones, the newest first. */
  list: {
    method: 'GET',
    path: '/mon/ts/export/list',
    access: 'mon:ts:export',
    result: z.array(exportJob),
    inView: 'private',
  },
  file: {
    method: 'GET',
    path: '/mon/ts/export/file',
    access: 'mon:ts:export',
    wire: 'binary',
    query: z.object({ id: rowId }),
    result: z.unknown(),
  },
  /** Stops one that is under way, deletes the file of one that is done. */
  remove: {
    method: 'DELETE',
    path: '/mon/ts/export/delete',
    access: 'mon:ts:export',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
})
