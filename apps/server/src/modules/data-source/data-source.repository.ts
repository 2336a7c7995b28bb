import type { Db } from '../../platform/db/db.ts'

export const findDataSources = (db: Db) =>
  db.selectFrom('sysDataSource').select(['code', 'name']).orderBy('code').execute()

/** Encrypted password of a row with the address it belongs to. */
export const findPassword = (db: Db, id: string) =>
  db
    .selectFrom('sysDataSource')
    .select(['code', 'dbType', 'dbUrl', 'dbUsername', 'dbPassword'])
    .where('id', '=', id)
    .executeTakeFirst()
