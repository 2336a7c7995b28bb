import { type AqiQuery, aqiEndpoints } from '@natim/contract/mon/aqi'
import type { AqiSpan } from '@natim/domain/aqi'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import { dayEnd, loadReport, loadRevisions, newestHour, type ReportQuery } from './aqi.service.ts'
import { aqiColumns, aqiSheetTitle, periodColumns, periodSheetTitle } from './aqi-sheet.ts'
import { loadCalendar, loadRank } from './attainment.service.ts'
import { loadPeriod } from './period.service.ts'

interface Asked extends AqiQuery {
  readonly t?: number | undefined
  readonly date?: string | undefined
}

const reportQuery = (query: Asked, span: AqiSpan, nowMs: number): ReportQuery => ({
  place: query.place,
  standard: query.standard,
  region: query.region,
  span,
  toMs:
    span === 'day'
      ? dayEnd(query.date, nowMs)
      : query.t === undefined
        ? newestHour(nowMs)
        : bucketEnd(query.t, HOUR_MS),
})

/** 空气质量 */
export function registerAqiRoutes(
  api: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
): void {
  implement(api, aqiEndpoints, {
    hour: ({ query, ctx }) => loadReport(db, ctx.user.scope, reportQuery(query, 'hour', now()), now()),
    day: ({ query, ctx }) => loadReport(db, ctx.user.scope, reportQuery(query, 'day', now()), now()),
    period: ({ query, ctx }) => loadPeriod(db, ctx.user.scope, query, now()),
    rank: ({ query, ctx }) => loadRank(db, ctx.user.scope, query, now()),
    calendar: ({ query, ctx }) => loadCalendar(db, ctx.user.scope, query),
    revisions: ({ query, ctx }) => loadRevisions(db, ctx.user.scope, query),
    async exportXls({ query, body, ctx }) {
      const { span } = query
      const placeName = query.place === 'city' ? '城市' : '监测点位'
      if (span === 'month' || span === 'year') {
        const report = await loadPeriod(db, ctx.user.scope, { ...query, period: span }, now())
        const columns = periodColumns(report, placeName)
        const spec = { db, title: periodSheetTitle(report), columns, readPage: pagesOf(report.rows) }
        return exportXlsx(spec, { query, body }, ctx)
      }
      const report = await loadReport(db, ctx.user.scope, reportQuery(query, span, now()), now())
      const columns = aqiColumns(report, placeName)
      const spec = { db, title: aqiSheetTitle(report, span), columns, readPage: pagesOf(report.rows) }
      return exportXlsx(spec, { query, body }, ctx)
    },
  })
}

/** Pages over rows in memory. */
const pagesOf =
  <T>(rows: readonly T[]) =>
  ({ pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
    Promise.resolve({
      records: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize),
      total: rows.length,
      size: pageSize,
      current: pageNo,
      pages: 1,
    })
