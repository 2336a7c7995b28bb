import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Items of one code or of all, in their order; those switched off too. */
export function findDictItems(db: Db, code?: string) {
  return db
    .selectFrom('sysDictItem as item')
    .innerJoin('sysDict as dict', 'dict.id', 'item.dictId')
    .select(['dict.dictCode', 'item.itemValue', 'item.itemText', 'item.status'])
    .where('dict.delFlag', '=', 0)
    .$if(code !== undefined, (query) => query.where('dict.dictCode', '=', code ?? ''))
    .orderBy('dict.dictCode')
    .orderBy('item.sortOrder')
    .orderBy('item.id')
    .execute()
}

/** Captions of these codes, whether enabled or not: rows keep what they were given. */
export function findCaptions(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('sysDictItem as item')
    .innerJoin('sysDict as dict', 'dict.id', 'item.dictId')
    .select(['dict.dictCode', 'item.itemValue', 'item.itemText'])
    .where('dict.delFlag', '=', 0)
    .where('dict.dictCode', '=', sql<string>`any(${[...codes]}::text[])`)
    .execute()
}
