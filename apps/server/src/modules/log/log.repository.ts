import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { readInTenant } from '../../platform/db/tenant.ts'
import { findLargePage } from '../../platform/list/find-page.ts'
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
  createTime: { expression: sql.ref('log.createTime'), type: 'time', isRequired: true },
}
export const LOG_TIE = sql`log.id desc`

// The tenant condition is for the index; row security enforces the isolation.

export function findLogs(db: Db, tenantId: number, request: ListRequest) {
  const rows = (given: Db) =>
    given
      .selectFrom('sysLog as log')
      .leftJoin('sysUser as person', 'person.id', 'log.userId')
      .where('log.tenantId', '=', tenantId)
      .where(allOf(request.conditions))
  return findLargePage(
    db,
    {
      rows,
      shown: (given) =>
        rows(given).select([
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
          'log.objectId',
          'log.detail',
          'log.costMs',
          'log.createTime',
        ]),
      tenant: tenantId,
      variant: String(tenantId),
    },
    request,
  )
}

export const DATA_LOG_FIELDS: ListFields = {
  dataTable: { expression: sql.ref('version.dataTable'), type: 'text' },
  dataId: { expression: sql.ref('version.dataId'), type: 'text' },
  dataVersion: { expression: sql.ref('version.dataVersion'), type: 'number' },
  operateType: { expression: sql.ref('version.operateType'), type: 'number' },
  createBy: { expression: sql.ref('version.createBy'), type: 'text' },
  createTime: { expression: sql.ref('version.createTime'), type: 'time', isRequired: true },
}
export const DATA_LOG_TIE = sql`version.id desc`

/** Versions of rows, without comments. */
export function findDataLogs(db: Db, tenantId: number, request: ListRequest) {
  const rows = (given: Db) =>
    given
      .selectFrom('sysDataLog as version')
      .where('tenantId', '=', tenantId)
      .where('type', '=', 'json')
      .where(allOf(request.conditions))
  const shown = (given: Db) => rows(given).selectAll('version')
  return findLargePage(db, { rows, shown, tenant: tenantId, variant: String(tenantId) }, request)
}

const MOST_VERSIONS = 500

/** Versions of one row, newest first. */
export const findVersionsOf = (
  db: Db,
  tenantId: number,
  { dataTable, dataId, type }: { dataTable: string; dataId: string; type: string },
) =>
  readInTenant(db, tenantId, (given) =>
    given
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
  readInTenant(db, tenantId, (given) =>
    given
      .selectFrom('sysDataLog')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute(),
  )
