import type { DictItem } from '@natim/contract/system/session'
import type { Db } from '../../platform/db/db.ts'
import { findDictItems } from './dict.repository.ts'

const toItem = (row: { itemValue: string; itemText: string }): DictItem => ({
  value: row.itemValue,
  text: row.itemText,
  title: row.itemText,
  label: row.itemText,
})

/** Every code dictionary, as clients cache it for seven days. */
export async function loadDictItems(db: Db): Promise<Record<string, DictItem[]>> {
  const byCode: Record<string, DictItem[]> = {}
  for (const row of await findDictItems(db)) {
    const items = byCode[row.dictCode] ?? []
    byCode[row.dictCode] = items
    items.push(toItem(row))
  }
  return byCode
}

/** The items of one code; an unknown code has none. */
export async function loadDictItemsOf(db: Db, code: string): Promise<DictItem[]> {
  return (await findDictItems(db, code)).map(toItem)
}
