import { dictItem } from '@natim/contract/system/dict.resource'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import type { SubTable } from '../../platform/list/super-query.ts'
import { listFieldsOf } from '../resource/index.ts'

// Not filterable by dictionary: the parent row determines it.
const { id: _id, dictId: _dictId, createBy: _createBy, ...ITEM_FIELDS } = listFieldsOf('item', dictItem.fields)

/** For advanced queries on a dictionary's items. */
export const ITEMS_OF_DICT: SubTable = {
  fields: ITEM_FIELDS,
  exists: (condition) =>
    sql`exists (select from sys_dict_item as item where item.dict_id = record.id and ${condition})`,
}

export const SHEET_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`record.id`,
  subTables: { sysDictItem: ITEMS_OF_DICT },
} as const

export interface DictKey {
  readonly id: string
  readonly dictName: string
  readonly dictCode: string
}

/** Dictionaries with these ids, including deleted ones. */
export const findDictKeys = (db: Db, ids: readonly string[]): Promise<DictKey[]> =>
  db
    .selectFrom('sysDict')
    .select(['id', 'dictName', 'dictCode'])
    .where('id', 'in', [...ids])
    .execute()

/** Items with these ids and their dictionaries' names. */
export const findItemKeys = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('sysDictItem as item')
    .innerJoin('sysDict as dict', 'dict.id', 'item.dictId')
    .select(['dict.id', 'dict.dictName', 'dict.dictCode', 'item.itemValue'])
    .where('item.id', 'in', [...ids])
    .execute()

export async function isLiveDict(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysDict')
    .select('id')
    .where('id', '=', id)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Conditions of a user's data rules on dictionaries. */
type Conditions = ListRequest['conditions']

/** Deleted dictionaries, the latest first. */
export const findDeletedDicts = (db: Db, rules: Conditions) =>
  db
    .selectFrom('sysDict as record')
    .selectAll()
    .where('record.delFlag', '=', 1)
    .where(allOf(rules))
    .orderBy('record.updateTime', (order) => order.desc().nullsLast())
    .orderBy('record.id')
    .execute()

export const lockDeletedDict = (trx: Tx, id: string, rules: Conditions) =>
  trx
    .selectFrom('sysDict as record')
    .selectAll()
    .where('record.id', '=', id)
    .where('record.delFlag', '=', 1)
    .where(allOf(rules))
    .forUpdate()
    .executeTakeFirst()

/** Includes its items. */
export async function deleteDict(trx: Tx, id: string): Promise<void> {
  await trx.deleteFrom('sysDict').where('id', '=', id).execute()
}

/** Whether an item of the dictionary other than `exceptId` has the value. */
export async function isValueTaken(db: Db, dictId: string, itemValue: string, exceptId: string | undefined) {
  const row = await db
    .selectFrom('sysDictItem')
    .select('id')
    .where('dictId', '=', dictId)
    .where('itemValue', '=', itemValue)
    .where(sql<boolean>`id is distinct from ${exceptId ?? null}`)
    .executeTakeFirst()
  return row !== undefined
}

export type DictSheetRow = Awaited<ReturnType<typeof findSheet>>['records'][number]

/** One row per item; a dictionary without items has one row too. `ids` narrows to selected dictionaries. */
export async function findSheet(db: Db, request: ListRequest, ids?: readonly string[]) {
  const rows = db
    .selectFrom('sysDict as record')
    .leftJoin('sysDictItem as item', 'item.dictId', 'record.id')
    .where('record.delFlag', '=', 0)
    .where(allOf(request.conditions))
    .$if(ids !== undefined, (query) => query.where('record.id', 'in', [...(ids ?? [])]))
  const [records, count] = await Promise.all([
    rows
      .select(['record.dictName', 'record.dictCode', 'record.description', 'item.itemText', 'item.itemValue'])
      .select(['item.description as itemDescription', 'item.sortOrder', 'item.status'])
      .orderBy(sql.join(request.orderBy))
      .orderBy('item.sortOrder')
      .orderBy('item.id')
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

/** Dictionaries of these codes with their items, deleted ones included, to compare a sheet with. */
export const findForImport = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('sysDict as dict')
    .leftJoin('sysDictItem as item', 'item.dictId', 'dict.id')
    .select(['dict.id as dictId', 'dict.dictName', 'dict.dictCode', 'dict.description', 'dict.delFlag'])
    .select(['item.id as itemId', 'item.itemText', 'item.itemValue', 'item.description as itemDescription'])
    .select('item.sortOrder')
    .where(sql<SqlBool>`dict.dict_code = any(${[...codes]}::text[])`)
    .execute()
