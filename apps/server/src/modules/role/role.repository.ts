import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export const ROLE_FIELDS: ListFields = {
  id: { expression: sql.ref('role.id'), type: 'text' },
  roleName: { expression: sql.ref('role.roleName'), type: 'text' },
  roleCode: { expression: sql.ref('role.roleCode'), type: 'text' },
  description: { expression: sql.ref('role.description'), type: 'text' },
  createBy: { expression: sql.ref('role.createBy'), type: 'text' },
  createTime: { expression: sql.ref('role.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('role.updateTime'), type: 'time' },
}

export const ROLE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`role.id`,
} as const

export type RoleRecord = Awaited<ReturnType<typeof findRoles>>['records'][number]

/** `ids` narrows to ticked rows (export). */
export async function findRoles(db: Db, request: ListRequest, ids?: readonly string[]) {
  const roles = db
    .selectFrom('sysRole as role')
    .where(allOf(request.conditions))
    .$if(ids !== undefined, (query) => query.where('role.id', 'in', [...(ids ?? [])]))
  const [records, count] = await Promise.all([
    roles.selectAll('role').orderBy(sql.join(request.orderBy)).offset(request.offset).limit(request.pageSize).execute(),
    roles.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}
