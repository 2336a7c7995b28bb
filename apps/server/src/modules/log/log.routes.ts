import { type DataLogRow, dataLogEndpoints, type LogRow, logEndpoints } from '@natim/contract/system/log'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { type DictLabels, loadDictLabels } from '../dict/index.ts'
import {
  DATA_LOG_FIELDS,
  DATA_LOG_TIE,
  findDataLogs,
  findDataLogsById,
  findLogs,
  findVersionsOf,
  LOG_FIELDS,
  LOG_TIE,
} from './log.repository.ts'

const NEWEST_FIRST = { field: 'createTime', order: 'desc' } as const
const LOG_LIST = { defaultSort: NEWEST_FIRST, tieBreaker: LOG_TIE }
const DATA_LOG_LIST = { defaultSort: NEWEST_FIRST, tieBreaker: DATA_LOG_TIE }

/** User actions and row versions (contract/20 §11). Read-only for everybody, limited to the tenant of the call. */
export function registerLogRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const refuse = () => {
    throw new AppError('log.append_only')
  }
  implement(app, logEndpoints, {
    list: async ({ query: { keyWord, ...query }, ctx }) => {
      const words = typeof keyWord === 'string' ? keyWord.trim() : ''
      const asked = { ...query, ...(words !== '' && { logContent: `*${words}*` }) }
      const request = parseListRequest(asked, LOG_FIELDS, LOG_LIST)
      const [{ records, total }, labels] = await Promise.all([
        findLogs(db, ctx.user.tenantId, request),
        loadDictLabels(db, ['log_type', 'operate_type']),
      ])
      return toPage(
        records.map((row) => toLogRow(row, labels)),
        total,
        request,
      )
    },
    remove: refuse,
    removeMany: refuse,
  })
  registerDataLogRoutes(app, db)
}

function registerDataLogRoutes(app: FastifyInstance, db: Db): void {
  const toRows = async (rows: readonly StoredVersion[]) => {
    const labels = await loadDictLabels(db, ['operate_type'])
    return rows.map((row) => toDataLogRow(row, labels))
  }
  implement(app, dataLogEndpoints, {
    list: async ({ query, ctx }) => {
      const request = parseListRequest(query, DATA_LOG_FIELDS, DATA_LOG_LIST)
      const { records: rows, total } = await findDataLogs(db, ctx.user.tenantId, request)
      return toPage(await toRows(rows), total, request)
    },
    versions: async ({ query, ctx }) => {
      const rows = await findVersionsOf(db, ctx.user.tenantId, { ...query, type: query.type ?? 'json' })
      if (rows.length === 0) throw new AppError('data_log.none')
      return toRows(rows)
    },
    compare: async ({ query: { dataId1, dataId2 }, ctx }) => {
      const rows = await findDataLogsById(db, ctx.user.tenantId, [dataId1, dataId2])
      const [one, other] = [dataId1, dataId2].map((id) => rows.find((row) => row.id === id))
      if (one === undefined || other === undefined) throw new AppError('row.not_found')
      const isSameRow = one.dataTable === other.dataTable && one.dataId === other.dataId
      if (!isSameRow || one.id === other.id) throw new AppError('data_log.not_comparable')
      return toRows([one, other])
    },
  })
}

type StoredLine = Awaited<ReturnType<typeof findLogs>>['records'][number]
type StoredVersion = Awaited<ReturnType<typeof findDataLogsById>>[number]

const toLogRow = (row: StoredLine, labels: DictLabels): LogRow => ({
  id: String(row.id),
  logType: row.logType,
  logType_dictText: labels('log_type', row.logType),
  logContent: row.logContent,
  success: row.success,
  operateType: row.operateType,
  operateType_dictText: labels('operate_type', row.operateType),
  userid: row.account,
  username: row.realname ?? row.account,
  ip: row.ip,
  method: row.route,
  requestUrl: row.route,
  requestType: row.requestMethod,
  objectId: row.objectId,
  requestParam: row.requestParam,
  detail: row.detail === null ? null : JSON.stringify(row.detail),
  costTime: row.costMs,
  createBy: row.account,
  createTime: toDateTimeText(row.createTime),
  updateBy: null,
  updateTime: null,
})

const toDataLogRow = ({ tenantId: _tenant, ...row }: StoredVersion, labels: DictLabels): DataLogRow => ({
  ...row,
  dataContent: JSON.stringify(row.dataContent),
  operateType_dictText: labels('operate_type', row.operateType),
  createTime: toDateTimeText(row.createTime),
  updateBy: null,
  updateTime: null,
})
