import type { ReportItem, ReportParam } from '@natim/contract/system/report'
import { type Selectable, sql } from 'kysely'
import type { SysReport } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import { allOf } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export type ReportHead = Selectable<SysReport>

const REPORT_FIELDS: ListFields = {
  code: { expression: sql.ref('report.code'), type: 'text' },
  name: { expression: sql.ref('report.name'), type: 'text' },
  permission: { expression: sql.ref('report.permission'), type: 'text' },
  content: { expression: sql.ref('report.content'), type: 'text' },
  version: { expression: sql.ref('report.version'), type: 'number' },
  createBy: { expression: sql.ref('report.createBy'), type: 'text' },
  createTime: { expression: sql.ref('report.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('report.updateTime'), type: 'time' },
}

/** Menu that carries the data rules of the list. */
export const REPORT_RULES = { component: 'modules/online/cgreport/OnlCgreportHeadList', fields: REPORT_FIELDS } as const

export const REPORT_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`report.id`,
} as const

export function findReports(db: Db, request: ListRequest) {
  const reports = db.selectFrom('sysReport as report').where(allOf(request.conditions))
  return findPage(reports, reports.selectAll(), request)
}

/** A report with its items and params, in order. */
export async function findReport(db: Db, by: 'id' | 'code', value: string) {
  const head = await db.selectFrom('sysReport').selectAll().where(by, '=', value).executeTakeFirst()
  if (head === undefined) return undefined
  const [items, params] = await Promise.all([
    db.selectFrom('sysReportItem').selectAll().where('reportId', '=', head.id).orderBy('orderNum').execute(),
    db.selectFrom('sysReportParam').selectAll().where('reportId', '=', head.id).orderBy('orderNum').execute(),
  ])
  return {
    head,
    items: items.map(({ reportId: _report, orderNum: _order, ...item }) => item as ReportItem),
    params: params.map(({ reportId: _report, orderNum: _order, ...param }) => param as ReportParam),
  }
}

type HeadColumns = Pick<ReportHead, 'code' | 'name' | 'cgrSql' | 'permission' | 'content'>

export async function insertHead(trx: Tx, id: string, columns: HeadColumns, createBy: string): Promise<void> {
  await trx
    .insertInto('sysReport')
    .values({ ...columns, id, createBy })
    .execute()
}

export async function updateHead(trx: Tx, id: string, columns: Partial<HeadColumns>, updateBy: string): Promise<void> {
  await trx
    .updateTable('sysReport')
    .set({ ...columns, version: sql`version + 1`, updateBy, updateTime: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Replaces the stored items. */
export async function replaceItems(trx: Tx, reportId: string, items: readonly ReportItem[]): Promise<void> {
  await trx.deleteFrom('sysReportItem').where('reportId', '=', reportId).execute()
  if (items.length === 0) return
  const rows = items.map((item, orderNum) => ({ ...item, fieldWidth: item.fieldWidth ?? null, reportId, orderNum }))
  await trx.insertInto('sysReportItem').values(rows).execute()
}

export async function replaceParams(trx: Tx, reportId: string, params: readonly ReportParam[]): Promise<void> {
  await trx.deleteFrom('sysReportParam').where('reportId', '=', reportId).execute()
  if (params.length === 0) return
  const rows = params.map((param, orderNum) => ({ ...param, reportId, orderNum }))
  await trx.insertInto('sysReportParam').values(rows).execute()
}

export async function deleteReports(db: Db, ids: readonly string[]): Promise<number> {
  const result = await db
    .deleteFrom('sysReport')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
