import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, rowId } from '../fields.ts'
import { type ReportFormat, reportFormat, reportKind } from './mon-report.resource.ts'

export const REPORT_STATES = {
  waiting: '等待',
  running: '运行中',
  done: '完成',
  failed: '失败',
  cancelled: '已取消',
} as const
export const REPORT_CAUSES = { manual: '手动', schedule: '定时', revise: '修订' } as const
export const REPORT_FILES_KEPT_DAYS = 7
export const MAX_LISTED_RUNS = 60

const cell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.output<typeof cell>

/** A generated report: immutable content for all formats. */
export const reportDocument = z.object({
  title: z.string(),
  /** Period and scope as text. */
  period: z.string(),
  scope: z.string(),
  /** Sentences at the top; an empty period is stated here. */
  conclusions: z.array(z.string()),
  tables: z.array(
    z.object({
      title: z.string(),
      /** The first column names the row. */
      columns: z.array(z.object({ title: z.string(), isNumber: z.boolean() })),
      rows: z.array(z.array(cell)),
      /** How it was computed. */
      note: z.string(),
    }),
  ),
  chart: z
    .object({
      title: z.string(),
      unit: z.string(),
      bars: z.array(z.object({ label: z.string(), value: z.number().nullable() })),
      limit: z.number().nullable(),
    })
    .nullable(),
  /** Changes against the previous revision, up to the number kept. */
  changes: z.array(
    z.object({ table: z.number().int(), row: z.string(), column: z.string(), before: cell, after: cell }),
  ),
})
export type ReportDocument = z.output<typeof reportDocument>

export const reportRun = z.object({
  id: z.string(),
  defId: z.string(),
  name: z.string(),
  kind: reportKind,
  /** Period (fromMs, toMs]. */
  fromMs: epochMs,
  toMs: epochMs,
  periodText: z.string(),
  revision: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  progress: z.number().int(),
  cause: z.enum(['manual', 'schedule', 'revise']),
  requestedBy: z.string().nullable(),
  createMs: epochMs,
  doneMs: epochMs.nullable(),
  /** Number of table lines, and the time it took. */
  rows: z.number().int().nullable(),
  ms: z.number().int().nullable(),
  error: z.string().nullable(),
  /** 已被修订: a higher revision of the same period exists. */
  isSuperseded: z.boolean(),
  /** 数据已修订: a rerun would give a different result. */
  stale: z.object({ atMs: epochMs, text: z.string() }).nullable(),
})
export type ReportRun = z.output<typeof reportRun>

/** File name of a run; colons of an hour are avoided. */
export const reportFileName = (
  { name, periodText, revision }: Pick<ReportRun, 'name' | 'periodText' | 'revision'>,
  format: ReportFormat,
): string => `${[name, periodText.replaceAll(':', ''), `v${revision}`].join('_').replaceAll(/[\\/]/g, '')}.${format}`

export const monReportEndpoints = defineEndpoints({
  /** Starts a run; while the same one is in progress, returns that one. */
  run: {
    method: 'POST',
    path: '/mon/report/run',
    access: 'mon:report:run',
    /** Any instant of the period; the newest finished one when absent. */
    body: z.object({ defId: rowId, at: z.number().int().min(0).optional() }),
    result: reportRun,
  },
  /** Runs the same period and scope again, as a new revision. */
  rerun: {
    method: 'POST',
    path: '/mon/report/rerun',
    access: 'mon:report:run',
    body: z.object({ id: rowId }),
    result: reportRun,
  },
  /** Newest period first, within it the newest revision. */
  runs: {
    method: 'GET',
    path: '/mon/report/runs',
    access: 'mon:report:view',
    query: z.object({ defId: rowId }),
    result: z.array(reportRun),
  },
  get: {
    method: 'GET',
    path: '/mon/report/run',
    access: 'mon:report:view',
    query: z.object({ id: rowId }),
    result: z.object({ run: reportRun, html: z.string().nullable() }),
  },
  file: {
    method: 'GET',
    path: '/mon/report/file',
    access: 'mon:report:view',
    wire: 'binary',
    query: z.object({ id: rowId, format: reportFormat }),
    result: z.unknown(),
  },
  /** Formats this installation can produce; null = available, else the reason why not. */
  abilities: {
    method: 'GET',
    path: '/mon/report/abilities',
    access: 'mon:report:view',
    result: z.object({ pdf: z.string().nullable() }),
  },
})
