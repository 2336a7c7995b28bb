import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The delegate of a user. */
export function findDelegateOf(db: Db, userName: string) {
  return db
    .selectFrom('sysUserAgent')
    .selectAll()
    .where(sql<string>`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst()
}

export function findDelegate(db: Db, id: string) {
  return db.selectFrom('sysUserAgent').selectAll().where('id', '=', id).executeTakeFirst()
}
