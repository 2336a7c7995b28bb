import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'

/** Values that are unique per user. */
interface Contact {
  readonly username?: string | undefined
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
  readonly workNo?: string | null | undefined
}

const lower = (texts: readonly (string | null | undefined)[]) => texts.map((text) => (text ?? '').toLowerCase())

/** Users with one of these names, numbers or addresses; names and staff numbers in the recycle bin count as taken. */
export async function findTaken(db: Db, contacts: readonly Contact[]) {
  const given = (key: keyof Contact) => lower(contacts.map((contact) => contact[key])).filter((text) => text !== '')
  return db
    .selectFrom('sysUser')
    .select(['id', 'username', 'phone', 'email', 'workNo', 'delFlag'])
    .where(
      sql<boolean>`lower(username) = any(${given('username')}::text[])
        or lower(work_no) = any(${given('workNo')}::text[])
        or del_flag = 0 and (phone = any(${given('phone')}::text[]) or lower(email) = any(${given('email')}::text[]))`,
    )
    .execute()
}

export function findDepartNames(db: Db) {
  return db.selectFrom('sysDepart').select(['id', 'departName', 'orgCode']).where('delFlag', '=', '0').execute()
}

export function findPositionNames(db: Db) {
  return db.selectFrom('sysPosition').select(['code', 'name']).execute()
}

/** @param visible conditions on the roles the viewer sees; the table alias is `record` */
export function findRoleNames(db: Db, visible: readonly Expression<SqlBool>[]) {
  return db
    .selectFrom('sysRole as record')
    .select(['record.id', 'record.roleCode', 'record.roleName'])
    .where(allOf(visible))
    .orderBy('record.roleName')
    .execute()
}
