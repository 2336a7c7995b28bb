import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export const POSITION_FIELDS: ListFields = {
  id: { expression: sql.ref('held.id'), type: 'text' },
  code: { expression: sql.ref('held.code'), type: 'text' },
  name: { expression: sql.ref('held.name'), type: 'text' },
  postRank: { expression: sql.ref('held.postRank'), type: 'text' },
  companyId: { expression: sql.ref('held.companyId'), type: 'text' },
  sysOrgCode: { expression: sql.ref('held.sysOrgCode'), type: 'text' },
  createBy: { expression: sql.ref('held.createBy'), type: 'text' },
  createTime: { expression: sql.ref('held.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('held.updateTime'), type: 'time' },
}

/** Whose menu carries the data rules of the list. */
export const POSITION_RULES = { component: 'system/SysPositionList', fields: POSITION_FIELDS } as const

export const POSITION_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`held.id`,
} as const

export type PositionRecord = Awaited<ReturnType<typeof findPositions>>['records'][number]

/** `ids` narrows to ticked rows (export). */
export async function findPositions(db: Db, request: ListRequest, ids?: readonly string[]) {
  const positions = db
    .selectFrom('sysPosition as held')
    .where(allOf(request.conditions))
    .$if(ids !== undefined, (query) => query.where('held.id', 'in', [...(ids ?? [])]))
  const [records, count] = await Promise.all([
    positions
      .selectAll('held')
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    positions.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}
