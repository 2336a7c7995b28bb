import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

/** For the register, whose table alias is `record`. */
export const DEPART_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  parentId: { expression: sql.ref('record.parentId'), type: 'text' },
  departName: { expression: sql.ref('record.departName'), type: 'text' },
  orgCode: { expression: sql.ref('record.orgCode'), type: 'text' },
  orgCategory: { expression: sql.ref('record.orgCategory'), type: 'text' },
  status: { expression: sql.ref('record.status'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
}

/** Value of sys_user.user_identity for department heads. */
export const SUPERIOR = 2

/** Maximum departments in one answer; a country has fewer. */
const MAX_DEPARTS = 10_000

/** Heads of each department; users store theirs in a comma list. */
const charges = sql<{ departId: string; directorUserIds: string }>`(
  select part.id as depart_id, string_agg(person.id, ',' order by person.username) as director_user_ids
  from sys_user as person, unnest(string_to_array(person.depart_ids, ',')) as part (id)
  where person.del_flag = 0 and person.user_identity = 2 and person.depart_ids <> ''
  group by part.id)`.as('charge')

/** Live departments in display order. */
const live = (db: Db) =>
  db
    .selectFrom('sysDepart as depart')
    .leftJoin(charges, 'charge.departId', 'depart.id')
    .selectAll('depart')
    .select('charge.directorUserIds')
    .select(
      // One uncorrelated subquery: the set of parents fits into memory.
      sql<boolean>`depart.id not in (
        select child.parent_id from sys_depart as child where child.parent_id is not null and child.del_flag = '0')`.as(
        'isLeaf',
      ),
    )
    .where('depart.delFlag', '=', '0')
    .orderBy('depart.departOrder')
    .orderBy('depart.orgCode')
    .limit(MAX_DEPARTS)

export type DepartRecord = Awaited<ReturnType<typeof findDeparts>>[number]

export const findDeparts = (db: Db) => live(db).execute()

/**
 * A stamp that changes whenever the trees do, in any process: a hash over the departments and their heads, each with
 * its last writing transaction (`xmin`).
 */
export async function findTreeStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(':', count(*), bit_xor(written), (
      select concat_ws(':', count(*), bit_xor(hashtextextended(id || ' ' || xmin::text, 0)))
      from sys_user where del_flag = 0 and user_identity = 2 and depart_ids <> '')) as stamp
    from (
      select hashtextextended(id || ' ' || xmin::text, 0) as written from sys_depart where del_flag = '0') as depart`.execute(
    db,
  )
  return rows[0]?.stamp ?? ''
}

/** Direct children; without a parent, the roots. */
export const findDepartsBelow = (db: Db, parentId: string | undefined) =>
  live(db)
    .where(
      parentId === undefined ? sql<boolean>`depart.parent_id is null` : sql<boolean>`depart.parent_id = ${parentId}`,
    )
    .execute()

export const findDepartsByKeys = (db: Db, key: 'id' | 'orgCode', keys: readonly string[]) =>
  live(db)
    .where(`depart.${key}`, 'in', [...keys])
    .execute()

/** Departments whose name contains the text. */
export const searchDeparts = (db: Db, words: string) =>
  live(db).where(sql<boolean>`strpos(lower(depart.depart_name), lower(${words})) > 0`).execute()

/** Departments with one of these codes, and their descendants. */
export const findDepartsWithin = (db: Db, orgCodes: readonly string[]) =>
  live(db).where(isWithin('depart.orgCode', orgCodes)).execute()

/** Rows of one of these departments or their descendants. */
const isWithin = (column: string, orgCodes: readonly string[]) =>
  sql<boolean>`exists (select from unnest(${[...orgCodes]}::text[]) as top (code) where starts_with(${sql.ref(column)}, top.code))`

/** Codes of the departments a user heads; undefined for a plain member. */
export async function findCharge(db: Db, userId: string): Promise<string[] | undefined> {
  const person = await db
    .selectFrom('sysUser')
    .select(['userIdentity', 'departIds'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (person?.userIdentity !== SUPERIOR) return undefined
  const ids = (person.departIds ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sysDepart')
    .select('orgCode')
    .where('id', 'in', ids)
    .where('delFlag', '=', '0')
    .execute()
  return rows.map(({ orgCode }) => orgCode)
}

/** Ids of the departments with these codes and their descendants. */
export async function findDepartIds(db: Db, orgCodes: readonly string[]): Promise<string[]> {
  return (await findDepartsWithin(db, orgCodes)).map(({ id }) => id)
}
