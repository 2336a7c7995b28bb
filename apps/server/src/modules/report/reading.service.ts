import type { ListQuery } from '@natim/contract/fields'
import type { PermissionCode } from '@natim/contract/permissions'
import type { ReportColumns, ReportItem, ReportQueryItem } from '@natim/contract/system/report'
import type { DictItem } from '@natim/contract/system/session'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { loadDictItemsOf } from '../dict/index.ts'
import { findReport } from './report.repository.ts'
import type { ReportRunner } from './report-runner.ts'
import { toRecord, valuesOf } from './report-values.ts'
import { readReport, toReportRequest } from './run.repository.ts'
import { readStatement } from './statement.ts'

/** 在线报表 as the popup reads it: columns, query fields, rows. Each report has its own permission. */
export function createReadingService({ db, runner }: { readonly db: Db; readonly runner: ReportRunner }) {
  async function readable(user: SessionUser, by: 'id' | 'code', value: string) {
    const report = await findReport(db, by, value)
    if (report === undefined) throw new AppError('row.not_found')
    if (!user.permissions.has(report.head.permission as PermissionCode)) throw new AppError('permission.denied')
    return report
  }

  return {
    async columns(user: SessionUser, code: string): Promise<ReportColumns> {
      const { head, items } = await readable(user, 'code', code)
      return {
        cgRpConfigId: head.id,
        cgRpConfigName: head.name,
        columns: items.filter(({ isShow }) => isShow).map(toColumn),
        dictOptions: await optionsOf(db, user, items),
      }
    },

    async queryInfo(user: SessionUser, id: string): Promise<ReportQueryItem[]> {
      const { items } = await readable(user, 'id', id)
      return items.filter(({ isSearch }) => isSearch).map(toQueryItem)
    },

    async data(user: SessionUser, id: string, query: ListQuery) {
      const { head, items, params } = await readable(user, 'id', id)
      if (items.length === 0) return { records: [], total: 0 }
      const statement = await readStatement(head.cgrSql)
      const request = toReportRequest(query, items)
      const asked = { statement, values: valuesOf(params, query), fields: items.map(({ fieldName }) => fieldName) }
      const { records, total } = await runner.run(user, (trx) => readReport(trx, { ...asked, ...request }))
      return { records: records.map((row) => toRecord(row, items)), total }
    },
  }
}

const toColumn = (item: ReportItem) => ({
  title: item.fieldTxt,
  dataIndex: item.fieldName,
  align: item.align,
  sorter: item.isOrder,
  ...(item.fieldWidth ? { width: item.fieldWidth } : {}),
  ...(item.dictCode === '' ? {} : { customRender: item.fieldName }),
})

const VIEW_OF = { text: 'text', number: 'text', date: 'date', time: 'datetime' } as const

const toQueryItem = (item: ReportItem): ReportQueryItem => ({
  field: item.fieldName,
  label: item.fieldTxt,
  mode: item.searchMode,
  hidden: item.isFolded ? '1' : '0',
  type: item.fieldType,
  view: item.dictCode === '' ? VIEW_OF[item.fieldType] : 'list',
  dictCode: item.dictCode,
})

/** Dictionary items by field. Values of a dictionary the reader may not see stay unlabelled. */
async function optionsOf(db: Db, user: SessionUser, items: readonly ReportItem[]): Promise<Record<string, DictItem[]>> {
  const options: Record<string, DictItem[]> = {}
  for (const { fieldName, dictCode } of items) {
    if (dictCode === '') continue
    try {
      options[fieldName] = await loadDictItemsOf(db, user, dictCode)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return options
}
