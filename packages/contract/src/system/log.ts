import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { listQuery, rowId, text } from '../fields.ts'

/** contract/10 §8. Days are Asia/Shanghai. */
export const visitEndpoints = defineEndpoints({
  counts: {
    method: 'GET',
    path: '/sys/loginfo',
    access: 'signedIn',
    result: z.object({
      totalVisitCount: z.number().int(),
      todayVisitCount: z.number().int(),
      /** Distinct IP addresses today. */
      todayIp: z.number().int(),
    }),
  },
  /** The last seven days including today, ascending; a day without sign-ins has zeros. */
  week: {
    method: 'GET',
    path: '/sys/visitInfo',
    access: 'signedIn',
    result: z.array(
      z.object({
        visit: z.number().int(),
        ip: z.number().int(),
        /** yyyy-MM-dd */
        tian: z.string(),
        /** MM-dd */
        type: z.string(),
      }),
    ),
  },
})

/** A log line (contract/20 §11). Field names as existing clients know them. */
export const logRow = z.object({
  id: z.string(),
  /** 1 sign-in and sign-out, 2 operation, 3 denial (dictionary log_type). */
  logType: z.number().int(),
  logType_dictText: z.string(),
  logContent: z.string(),
  success: z.boolean(),
  operateType: z.number().int().nullable(),
  operateType_dictText: z.string(),
  /** Login name. */
  userid: z.string().nullable(),
  /** Real name. */
  username: z.string().nullable(),
  ip: z.string().nullable(),
  /** Route of the call. */
  method: z.string().nullable(),
  requestUrl: z.string().nullable(),
  requestType: z.string().nullable(),
  /** Id of the row concerned. */
  objectId: z.string().nullable(),
  /** JSON text, secrets masked. */
  requestParam: z.string().nullable(),
  /** Changed fields before and after, or other details of the line: JSON text. */
  detail: z.string().nullable(),
  costTime: z.number().int().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.null(),
  updateTime: z.null(),
})
export type LogRow = z.output<typeof logRow>

/** One version of a row of any table. */
export const dataLogRow = z.object({
  id: z.string(),
  /** Database name of the table. */
  dataTable: z.string(),
  dataId: z.string(),
  dataVersion: z.number().int(),
  /** JSON text: the columns of the row by wire name. */
  dataContent: z.string(),
  type: z.string(),
  operateType: z.number().int(),
  operateType_dictText: z.string(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.null(),
  updateTime: z.null(),
})
export type DataLogRow = z.output<typeof dataLogRow>

export const logEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/sys/log/list', access: 'system:log:list', query: listQuery, result: page(logRow) },
  /** These two exist for existing clients; the log cannot be deleted (security §5). */
  remove: { method: 'DELETE', path: '/sys/log/delete', access: 'system:log:list', result: z.null() },
  removeMany: { method: 'DELETE', path: '/sys/log/deleteBatch', access: 'system:log:list', result: z.null() },
})

const tableName = z.string().regex(/^\w{1,64}$/, '数据表名格式不正确')

export const dataLogEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/dataLog/list',
    access: 'system:dataLog:list',
    query: listQuery,
    result: page(dataLogRow),
  },
  /** Versions of one row, newest first. */
  versions: {
    method: 'GET',
    path: '/sys/dataLog/queryDataVerList',
    access: 'system:dataLog:list',
    query: z.object({ dataTable: tableName, dataId: rowId, type: text(20).optional() }),
    result: z.array(dataLogRow),
  },
  /** Two versions of one row, in the requested order. */
  compare: {
    method: 'GET',
    path: '/sys/dataLog/queryCompareList',
    access: 'system:dataLog:list',
    query: z.object({ dataId1: rowId, dataId2: rowId }),
    result: z.array(dataLogRow),
  },
})
