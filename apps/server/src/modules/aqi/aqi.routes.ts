import { type AqiQuery, aqiEndpoints } from '@natim/contract/mon/aqi'
import type { AqiSpan } from '@natim/domain/aqi'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import { aqiColumns, aqiSheetTitle } from './aqi-sheet.ts'
import { dayEnd, loadReport, loadRevisions, newestHour, type ReportQuery } from './aqi.service.ts'
import { loadCalendar, loadRank } from './attainment.service.ts'

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
    rank: ({ query, ctx }) => loadRank(db, ctx.user.scope, query, now()),
    calendar: ({ query, ctx }) => loadCalendar(db, ctx.user.scope, query),
    revisions: ({ query, ctx }) => loadRevisions(db, ctx.user.scope, query),
    async exportXls({ query, body, ctx }) {
      const report = await loadReport(db, ctx.user.scope, reportQuery(query, query.span, now()), now())
      return exportXlsx(
        {
          db,
          title: aqiSheetTitle(report, query.span),
          columns: aqiColumns(report, query.place === 'city' ? '城市' : '监测点位'),
          readPage: ({ pageNo, pageSize }) => {
            const records = report.rows.slice((pageNo - 1) * pageSize, pageNo * pageSize)
            return Promise.resolve({
              records,
              total: report.rows.length,
              size: pageSize,
              current: pageNo,
              pages: 1,
            })
          },
        },
        { query, body },
        ctx,
      )
    },
  })
}
