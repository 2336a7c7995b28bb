import { type Selectable, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export type RuleRecord = Selectable<Database['sysPermissionDataRule']>

export const RULE_FIELDS: ListFields = {
  permissionId: { expression: sql.ref('rule.permissionId'), type: 'text' },
  ruleName: { expression: sql.ref('rule.ruleName'), type: 'text' },
  ruleValue: { expression: sql.ref('rule.ruleValue'), type: 'text' },
  createTime: { expression: sql.ref('rule.createTime'), type: 'time' },
}
export const RULE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`rule.id desc`,
} as const

export const findRules = (db: Db, request: ListRequest): Promise<RuleRecord[]> =>
  db
    .selectFrom('sysPermissionDataRule as rule')
    .selectAll('rule')
    .where(allOf(request.conditions))
    .orderBy(sql.join(request.orderBy))
    .limit(request.pageSize)
    .execute()

export const lockRule = (trx: Tx, id: string): Promise<RuleRecord | undefined> =>
  trx.selectFrom('sysPermissionDataRule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findMenuName = (db: Db, id: string) =>
  db.selectFrom('sysPermission').select('name').where('id', '=', id).where('delFlag', '=', 0).executeTakeFirst()

type RuleColumns = Pick<
  RuleRecord,
  'permissionId' | 'ruleName' | 'ruleColumn' | 'ruleConditions' | 'ruleValue' | 'status'
>

export const insertRule = (trx: Tx, row: RuleColumns & { readonly id: string; readonly createBy: string }) =>
  trx.insertInto('sysPermissionDataRule').values(row).returningAll().executeTakeFirstOrThrow()

export const updateRule = (trx: Tx, id: string, columns: Partial<RuleColumns> & { readonly updateBy: string }) =>
  trx
    .updateTable('sysPermissionDataRule')
    .set({ ...columns, updateTime: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteRule(trx: Tx, id: string): Promise<void> {
  await trx.deleteFrom('sysPermissionDataRule').where('id', '=', id).execute()
}
