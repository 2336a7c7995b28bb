import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { rowId } from '../fields.ts'
import { AGGREGATES } from './timeseries.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A sheet holds 1 048 576 lines, one of them the header. */
export const MAX_SHEET_POINTS = 1_048_575
/** Maximum points of one file, all channels together. */
export const MAX_EXPORT_POINTS = 20_000_000
/** Exports with fewer points are written within the request (domain §9). */
export const DIRECT_EXPORT_POINTS = 100_000
export const EXPORT_KEPT_DAYS = 7
/** Per user: exports in progress or waiting, and stored ones. */
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
  /** Percent. */
  progress: z.number().int(),
  /** Points written; null until it is done. */
  rows: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** Why there is no file, as text for users. */
  error: z.string().nullable(),
  createMs: z.number(),
  /** When the file is deleted; null while there is none. */
  expiresMs: z.number().nullable(),
})
export type ExportJob = z.output<typeof exportJob>

/** History as files: every point of a level, from one snapshot of the database (ADR 0050). */
export const tsExportEndpoints = defineEndpoints({
  /** Returns the finished file's row if it is small, else a pending one. */
  start: { method: 'POST', path: '/mon/ts/export', access: 'mon:ts:export', body: exportForm, result: exportJob },
  /** The caller's exports, newest first. */
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
  /** Cancels an export in progress, or deletes the file of a finished one. */
  remove: {
    method: 'DELETE',
    path: '/mon/ts/export/delete',
    access: 'mon:ts:export',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
})
