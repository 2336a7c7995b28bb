import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Items of one code or of all, in order, including disabled ones. */
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

/** Labels of these codes, enabled or not: rows keep their values. */
export async function findLabels(db: Db, codes: readonly string[]) {
  // Codes as one JSON parameter with a look-up each, so that the plan does not depend on their number; planning would
  // cost ten times the look-ups.
  const { rows } = await sql<{ dictCode: string; itemValue: string; itemText: string }>`
    select code as dict_code, item.item_value, item.item_text
    from jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) as code, lateral (
      select own.item_value, own.item_text from sys_dict as dict join sys_dict_item as own on own.dict_id = dict.id
      where dict.dict_code = code and dict.del_flag = 0 offset 0) as item`.execute(db)
  return rows
}
