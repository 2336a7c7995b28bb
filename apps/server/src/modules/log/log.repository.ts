import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export const LOG_FIELDS: ListFields = {
  logType: { expression: sql.ref('log.logType'), type: 'number' },
  logContent: { expression: sql.ref('log.logContent'), type: 'text' },
  operateType: { expression: sql.ref('log.operateType'), type: 'number' },
  userid: { expression: sql.ref('log.username'), type: 'text' },
  username: { expression: sql.ref('person.realname'), type: 'text' },
  ip: { expression: sql.ref('log.ip'), type: 'text' },
  requestUrl: { expression: sql.ref('log.route'), type: 'text' },
  requestType: { expression: sql.ref('log.requestMethod'), type: 'text' },
  costTime: { expression: sql.ref('log.costMs'), type: 'number' },
  createTime: { expression: sql.ref('log.createTime'), type: 'time' },
}
export const LOG_TIE = sql`log.id desc`

export async function findLogs(db: Db, request: ListRequest) {
  const lines = db
    .selectFrom('sysLog as log')
    .leftJoin('sysUser as person', 'person.id', 'log.userId')
    .where(allOf(request.conditions))
  const [rows, count] = await Promise.all([
    lines
      .select([
        'log.id',
        'log.logType',
        'log.logContent',
        'log.success',
        'log.operateType',
        'log.username as account',
        'person.realname',
        'log.ip',
        'log.route',
        'log.requestMethod',
        'log.requestParam',
        'log.detail',
        'log.costMs',
        'log.createTime',
      ])
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export const DATA_LOG_FIELDS: ListFields = {
  dataTable: { expression: sql.ref('version.dataTable'), type: 'text' },
  dataId: { expression: sql.ref('version.dataId'), type: 'text' },
  dataVersion: { expression: sql.ref('version.dataVersion'), type: 'number' },
  operateType: { expression: sql.ref('version.operateType'), type: 'number' },
  createBy: { expression: sql.ref('version.createBy'), type: 'text' },
  createTime: { expression: sql.ref('version.createTime'), type: 'time' },
}
export const DATA_LOG_TIE = sql`version.id desc`

const versions = (db: Db) => db.selectFrom('sysDataLog as version').selectAll('version')

/** Versions of rows, without comments. */
export async function findDataLogs(db: Db, request: ListRequest) {
  const found = db.selectFrom('sysDataLog as version').where('type', '=', 'json').where(allOf(request.conditions))
  const [rows, count] = await Promise.all([
    found
      .selectAll('version')
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

const MOST_VERSIONS = 500

/** Versions of one row, newest first. */
export const findVersionsOf = (
  db: Db,
  { dataTable, dataId, type }: { dataTable: string; dataId: string; type: string },
) =>
  versions(db)
    .where('dataTable', '=', dataTable)
    .where('dataId', '=', dataId)
    .where('type', '=', type)
    .orderBy('dataVersion', 'desc')
    .limit(MOST_VERSIONS)
    .execute()

export const findDataLogsById = (db: Db, ids: readonly string[]) =>
  versions(db)
    .where('id', 'in', [...ids])
    .execute()
