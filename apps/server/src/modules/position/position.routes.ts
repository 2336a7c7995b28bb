import {
  type PositionRow,
  positionEndpoints,
  type positionForm,
  type positionRow,
} from '@natim/contract/system/position'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { bulkEditHandlers, createRecords, recordHandlers } from '../record/index.ts'
import { POSITION } from './position.ts'

const COLUMNS: readonly SheetColumn<PositionRow>[] = [
  { title: '职务编码', value: (row) => row.code },
  { title: '职务名称', value: (row) => row.name },
  { title: '职级', value: (row) => row.postRank_dictText },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerPositionRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const positions = createRecords(db, POSITION)
  implement(app, positionEndpoints, {
    ...recordHandlers<typeof positionRow, typeof positionForm, 'sysPosition'>(db, positions, {
      title: '职务列表',
      columns: COLUMNS,
    }),
    ...bulkEditHandlers(positions),
  })
}
