import { alarmStatsEndpoints } from '@natim/contract/mon/alarm-stats'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import { loadAlarmStats } from './stats.service.ts'
import { columnsOf, SHEETS, sheetTitle } from './stats-sheets.ts'

/** 报警统计 */
export function registerAlarmStatsRoutes(
  api: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
): void {
  implement(api, alarmStatsEndpoints, {
    stats: ({ query, ctx }) => loadAlarmStats(db, ctx.user.scope, query, now()),
    async exportXls({ query, body, ctx }) {
      const stats = await loadAlarmStats(db, ctx.user.scope, query, now())
      const sheet = SHEETS[query.panel]
      const lines = [...sheet.linesOf(stats)]
      return exportXlsx(
        {
          db,
          title: sheetTitle(sheet, stats),
          columns: columnsOf(sheet),
          readPage: ({ pageNo, pageSize }) => {
            const records = lines.slice((pageNo - 1) * pageSize, pageNo * pageSize)
            return Promise.resolve({ records, total: lines.length, size: pageSize, current: pageNo, pages: 1 })
          },
        },
        { query, body },
        ctx,
      )
    },
  })
}
