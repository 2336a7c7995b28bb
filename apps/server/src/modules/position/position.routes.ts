import { type PositionRow, positionEndpoints } from '@natim/contract/system/position'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createPositionService } from './position.service.ts'

const COLUMNS: readonly SheetColumn<PositionRow>[] = [
  { title: '职务编码', value: (row) => row.code },
  { title: '职务名称', value: (row) => row.name },
  { title: '职级', value: (row) => row.postRank_dictText },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerPositionRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const positions = createPositionService(deps)
  implement(app, positionEndpoints, {
    list: ({ query, ctx }) => positions.list(ctx.user, query),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db: deps.db,
          title: '职务列表',
          columns: COLUMNS,
          readPage: (asked, ids) => positions.list(ctx.user, asked, ids),
        },
        { query, body },
        ctx,
      ),
  })
}
