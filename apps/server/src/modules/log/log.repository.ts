import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'
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

// The lists name their tenant for the sake of the index; that no other is seen is up to row security.

export const findLogs = (db: Db, tenantId: number, request: ListRequest) =>
  inTenant(db, tenantId, async (trx) => {
    const lines = trx
      .selectFrom('sysLog as log')
      .leftJoin('sysUser as person', 'person.id', 'log.userId')
      .where('log.tenantId', '=', tenantId)
      .where(allOf(request.conditions))
    const rows = await lines
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
      .execute()
    const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    return { rows, total }
  })

export const DATA_LOG_FIELDS: ListFields = {
  dataTable: { expression: sql.ref('version.dataTable'), type: 'text' },
  dataId: { expression: sql.ref('version.dataId'), type: 'text' },
  dataVersion: { expression: sql.ref('version.dataVersion'), type: 'number' },
  operateType: { expression: sql.ref('version.operateType'), type: 'number' },
  createBy: { expression: sql.ref('version.createBy'), type: 'text' },
  createTime: { expression: sql.ref('version.createTime'), type: 'time' },
}
export const DATA_LOG_TIE = sql`version.id desc`

/** Versions of rows, without comments. */
export const findDataLogs = (db: Db, tenantId: number, request: ListRequest) =>
  inTenant(db, tenantId, async (trx) => {
    const found = trx
      .selectFrom('sysDataLog as version')
      .where('tenantId', '=', tenantId)
      .where('type', '=', 'json')
      .where(allOf(request.conditions))
    const rows = await found
      .selectAll('version')
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute()
    const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    return { rows, total }
  })

const MOST_VERSIONS = 500

/** Versions of one row, newest first. */
export const findVersionsOf = (
  db: Db,
  tenantId: number,
  { dataTable, dataId, type }: { dataTable: string; dataId: string; type: string },
) =>
  inTenant(db, tenantId, (trx) =>
    trx
      .selectFrom('sysDataLog')
      .selectAll()
      .where('dataTable', '=', dataTable)
      .where('dataId', '=', dataId)
      .where('type', '=', type)
      .orderBy('dataVersion', 'desc')
      .limit(MOST_VERSIONS)
      .execute(),
  )

export const findDataLogsById = (db: Db, tenantId: number, ids: readonly string[]) =>
  inTenant(db, tenantId, (trx) =>
    trx
      .selectFrom('sysDataLog')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute(),
  )
