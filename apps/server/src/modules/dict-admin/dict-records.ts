import type { DictItemRow, DictRow, dictForm, dictItemForm } from '@natim/contract/system/dict'
import type { z } from 'zod'
import { toDateTimeText } from '../../platform/wire.ts'
import type { RecordSpec, StoredRecord } from '../record/index.ts'
import { DICT_FIELDS, ITEM_FIELDS, ITEMS_OF_DICT } from './dict-admin.repository.ts'

/** 数据字典; deleted ones wait in the recycle bin. */
export const DICT: RecordSpec<'sysDict', DictRow, z.output<typeof dictForm>> = {
  table: 'sysDict',
  noun: '字典',
  nameOf: ({ dictName, dictCode }) => `${dictName}（${dictCode}）`,
  component: 'system/DictList',
  fields: DICT_FIELDS,
  subTables: { sysDictItem: ITEMS_OF_DICT },
  dictionaries: [],
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  conflicts: { sys_dict_dict_code_key: 'dict.code_in_use' },
  toRow: toDictRow,
}

export function toDictRow(record: StoredRecord<'sysDict'>): DictRow {
  const { delFlag: _deleted, ...row } = record
  return { ...row, createTime: toDateTimeText(row.createTime), updateTime: toDateTimeText(row.updateTime) }
}

/** 字典项. An item stays in its dictionary. */
export const DICT_ITEM: RecordSpec<'sysDictItem', DictItemRow, z.output<typeof dictItemForm>> = {
  table: 'sysDictItem',
  noun: '字典项',
  nameOf: ({ itemText, itemValue }) => `${itemText}（${itemValue}）`,
  component: 'system/DictList',
  fields: ITEM_FIELDS,
  defaultSort: { field: 'sortOrder', order: 'asc' },
  dictionaries: ['dict_item_status'],
  immutable: ['dictId'],
  conflicts: {
    sys_dict_item_dict_id_item_value_key: 'dict.value_in_use',
    sys_dict_item_dict_id_fkey: 'row.not_found',
  },
  toRow: (record, captions) => ({
    ...record,
    status_dictText: captions('dict_item_status', record.status),
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}
