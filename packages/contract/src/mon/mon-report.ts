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

/** A report as it was made: everything that any format shows, and nothing that could change afterwards. */
export const reportDocument = z.object({
  title: z.string(),
  /** Period and scope in words. */
  period: z.string(),
  scope: z.string(),
  /** Sentences at the top; an empty period is said here. */
  conclusions: z.array(z.string()),
  tables: z.array(
    z.object({
      title: z.string(),
      /** The first one names the row. */
      columns: z.array(z.object({ title: z.string(), isNumber: z.boolean() })),
      rows: z.array(z.array(cell)),
      /** How it was reckoned. */
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
  /** Against the revision before it: at most so many as are kept. */
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
  /** Of (fromMs, toMs]. */
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
  /** Lines of its tables, and how long it took. */
  rows: z.number().int().nullable(),
  ms: z.number().int().nullable(),
  error: z.string().nullable(),
  /** 已被修订: a higher revision of the same period is done. */
  isSuperseded: z.boolean(),
  /** 数据已修订: made again it would say something else. */
  stale: z.object({ atMs: epochMs, text: z.string() }).nullable(),
})
export type ReportRun = z.output<typeof reportRun>

/** What a file of a run is called: no colon of an hour stands in it. */
export const reportFileName = (
  { name, periodText, revision }: Pick<ReportRun, 'name' | 'periodText' | 'revision'>,
  format: ReportFormat,
): string => `${[name, periodText.replaceAll(':', ''), `v${revision}`].join('_').replaceAll(/[\\/]/g, '')}.${format}`

export const monReportEndpoints = defineEndpoints({
  /** Makes one; asked for while the same one is under way, answers that one. */
  run: {
    method: 'POST',
    path: '/mon/report/run',
    access: 'mon:report:run',
    /** Any instant of the period; the newest that is over when absent. */
    body: z.object({ defId: rowId, at: z.number().int().min(0).optional() }),
    result: reportRun,
  },
  /** The same period and scope once more, beside what there is. */
  rerun: {
    method: 'POST',
    path: '/mon/report/rerun',
    access: 'mon:report:run',
    body: z.object({ id: rowId }),
    result: reportRun,
  },
  /** Newest period first, of it the newest revision. */
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
  /** What this installation can make; null = it can, else why not. */
  abilities: {
    method: 'GET',
    path: '/mon/report/abilities',
    access: 'mon:report:view',
    result: z.object({ pdf: z.string().nullable() }),
  },
})
