import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Departments of one answer: a country has fewer. */
const MAX_DEPARTS = 10_000

/** Live departments in the order of the tree's levels. */
const live = (db: Db) =>
  db
    .selectFrom('sysDepart as depart')
    .selectAll('depart')
    .select(
      sql<boolean>`not exists (
        select from sys_depart as child where child.parent_id = depart.id and child.del_flag = '0')`.as('isLeaf'),
    )
    .where('depart.delFlag', '=', '0')
    .orderBy('depart.departOrder')
    .orderBy('depart.orgCode')
    .limit(MAX_DEPARTS)

export type DepartRecord = Awaited<ReturnType<typeof findDeparts>>[number]

export const findDeparts = (db: Db) => live(db).execute()

/** Direct children; of nobody: the roots. */
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

/** Departments with these words in their name. */
export const searchDeparts = (db: Db, words: string) =>
  live(db).where(sql<boolean>`strpos(lower(depart.depart_name), lower(${words})) > 0`).execute()
