import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { SysDict, SysDictItem } from '../../db/types.ts'
import type { Db } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import type { SubTable } from '../../platform/list/super-query.ts'

export const DICT_FIELDS: ListFields = {
  id: { expression: sql.ref('dict.id'), type: 'text' },
  dictName: { expression: sql.ref('dict.dictName'), type: 'text' },
  dictCode: { expression: sql.ref('dict.dictCode'), type: 'text' },
  description: { expression: sql.ref('dict.description'), type: 'text' },
  type: { expression: sql.ref('dict.type'), type: 'number' },
  createBy: { expression: sql.ref('dict.createBy'), type: 'text' },
  createTime: { expression: sql.ref('dict.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('dict.updateTime'), type: 'time' },
}

export const ITEM_FIELDS: ListFields = {
  id: { expression: sql.ref('item.id'), type: 'text' },
  itemText: { expression: sql.ref('item.itemText'), type: 'text' },
  itemValue: { expression: sql.ref('item.itemValue'), type: 'text' },
  description: { expression: sql.ref('item.description'), type: 'text' },
  sortOrder: { expression: sql.ref('item.sortOrder'), type: 'number' },
  status: { expression: sql.ref('item.status'), type: 'number' },
  createTime: { expression: sql.ref('item.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('item.updateTime'), type: 'time' },
}

const ITEMS_OF_DICT: SubTable = {
  fields: ITEM_FIELDS,
  exists: (condition) => sql`exists (select from sys_dict_item as item where item.dict_id = dict.id and ${condition})`,
}

export const DICT_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`dict.id`,
  subTables: { sysDictItem: ITEMS_OF_DICT },
} as const

export const ITEM_LIST = {
  defaultSort: { field: 'sortOrder', order: 'asc' },
  tieBreaker: sql`item.id`,
} as const

export type DictRecord = Awaited<ReturnType<typeof findDicts>>['records'][number]

/** `ids` narrows to ticked rows (export). */
export async function findDicts(db: Db, request: ListRequest, ids?: readonly string[]) {
  const dicts = db
    .selectFrom('sysDict as dict')
    .where('dict.delFlag', '=', 0)
    .where(allOf(request.conditions))
    .$if(ids !== undefined, (query) => query.where('dict.id', 'in', [...(ids ?? [])]))
  const [records, count] = await Promise.all([
    dicts.selectAll('dict').orderBy(sql.join(request.orderBy)).offset(request.offset).limit(request.pageSize).execute(),
    dicts.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

export type ItemRecord = Awaited<ReturnType<typeof findItems>>['records'][number]

export async function findItems(db: Db, dictId: string, request: ListRequest) {
  const items = db.selectFrom('sysDictItem as item').where('item.dictId', '=', dictId).where(allOf(request.conditions))
  const [records, count] = await Promise.all([
    items.selectAll('item').orderBy(sql.join(request.orderBy)).offset(request.offset).limit(request.pageSize).execute(),
    items.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

export const insertDict = (db: Db, row: Insertable<SysDict>) => db.insertInto('sysDict').values(row).execute()

/** Whether there was a live dictionary to update. */
export async function updateDict(db: Db, id: string, row: Updateable<SysDict>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sysDict')
    .set({ ...row, updateTime: new Date() })
    .where('id', '=', id)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function isLiveDict(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysDict')
    .select('id')
    .where('id', '=', id)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

export const insertItem = (db: Db, row: Insertable<SysDictItem>) => db.insertInto('sysDictItem').values(row).execute()

export async function updateItem(db: Db, id: string, row: Updateable<SysDictItem>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sysDictItem')
    .set({ ...row, updateTime: new Date() })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
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
