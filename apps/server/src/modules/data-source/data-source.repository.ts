import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

export const DATA_SOURCE_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  code: { expression: sql.ref('record.code'), type: 'text' },
  name: { expression: sql.ref('record.name'), type: 'text' },
  dbType: { expression: sql.ref('record.dbType'), type: 'text' },
  dbName: { expression: sql.ref('record.dbName'), type: 'text' },
  remark: { expression: sql.ref('record.remark'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

export const findDataSources = (db: Db) =>
  db.selectFrom('sysDataSource').select(['code', 'name']).orderBy('code').execute()

/** Sealed password of a row with where it leads. */
export const findPassword = (db: Db, id: string) =>
  db
    .selectFrom('sysDataSource')
    .select(['code', 'dbType', 'dbUrl', 'dbUsername', 'dbPassword'])
    .where('id', '=', id)
    .executeTakeFirst()
