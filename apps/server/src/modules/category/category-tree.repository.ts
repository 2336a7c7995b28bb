import { nextCode } from '@natim/domain/level-code'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

/** For the register, whose table alias is `record`. */
export const CATEGORY_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  name: { expression: sql.ref('record.name'), type: 'text' },
  code: { expression: sql.ref('record.code'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

const TREE_LOCK = 71_030_011
const LEVEL_CHARS = 3

/** Serialises changes of the category tree until the transaction ends. */
export async function lockCategoryTree(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(TREE_LOCK)})`.execute(trx)
}

/** The next free code below a parent (none = top level). */
export async function findFreeCategoryCode(trx: Tx, parentCode: string): Promise<string | undefined> {
  const siblings = await trx
    .selectFrom('sysCategory')
    .select('code')
    .where(sql<boolean>`starts_with(code, ${parentCode}) and length(code) = ${parentCode.length + LEVEL_CHARS}`)
    .execute()
  return nextCode(
    parentCode,
    siblings.map(({ code }) => code),
  )
}

/** The given categories and all their descendants. */
export async function findIdsWithin(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive part (id) as (
      select id from sys_category where id = any(${[...ids]}::text[])
      union
      select child.id from sys_category as child join part on child.pid = part.id
    ) select id from part`.execute(db)
  return rows.map(({ id }) => id)
}
