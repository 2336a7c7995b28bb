import { CATEGORY_ROOT } from '@natim/contract/system/category'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

/** Maximum categories in one answer. */
const MAX_CATEGORIES = 10_000

/** The parent id as spelled on the wire. */
const PID = sql<string>`coalesce(category.pid, ${sql.lit(CATEGORY_ROOT)})`

export const CATEGORY_FIELDS: ListFields = {
  id: { expression: sql.ref('category.id'), type: 'text' },
  pid: { expression: PID, type: 'text' },
  name: { expression: sql.ref('category.name'), type: 'text' },
  code: { expression: sql.ref('category.code'), type: 'text' },
  sysOrgCode: { expression: sql.ref('category.sysOrgCode'), type: 'text' },
  createBy: { expression: sql.ref('category.createBy'), type: 'text' },
  createTime: { expression: sql.ref('category.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('category.updateTime'), type: 'time' },
}

export const CATEGORY_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`category.code`,
} as const

const described = (db: Db) =>
  db
    .selectFrom('sysCategory as category')
    .selectAll('category')
    .select([
      PID.as('pid'),
      sql<boolean>`exists (select from sys_category as child where child.pid = category.id)`.as('hasChildren'),
    ])

export type CategoryRecord = Awaited<ReturnType<typeof findCategories>>[number]

export const isBelow = (pid: string) => sql<SqlBool>`${PID} = ${pid}`
export const isBelowAny = (pids: readonly string[]) => sql<SqlBool>`category.pid = any(${[...pids]})`
export const hasId = (ids: readonly string[]) => sql<SqlBool>`category.id = any(${[...ids]})`
export const hasCode = (code: string) => sql<SqlBool>`category.code = ${code}`
export const hasCodeBelow = (prefix: string) => sql<SqlBool>`starts_with(category.code, ${prefix})`

/** All matches, by code: parents before children. */
export const findCategories = (db: Db, conditions: readonly Expression<SqlBool>[]) =>
  described(db).where(allOf(conditions)).orderBy('category.code').limit(MAX_CATEGORIES).execute()

export function findCategoryPage(db: Db, request: ListRequest, extra: readonly Expression<SqlBool>[]) {
  const where = allOf([...request.conditions, ...extra])
  return findPage(db.selectFrom('sysCategory as category').where(where), described(db).where(where), request)
}
