import { CATEGORY_ROOT, type CategoryForm, type CategoryRow } from '@natim/contract/system/category'
import { sql } from 'kysely'
import type { ListFields } from '../../platform/list/list-field.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { RecordSpec } from '../record/index.ts'

const FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  name: { expression: sql.ref('record.name'), type: 'text' },
  code: { expression: sql.ref('record.code'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

/** 分类 as a register. Its place in the tree is for good. */
export const CATEGORY: RecordSpec<'sysCategory', CategoryRow, CategoryForm> = {
  table: 'sysCategory',
  noun: '分类',
  nameOf: ({ name, code }) => `${name}（${code}）`,
  component: 'system/SysCategoryList',
  fields: FIELDS,
  defaultSort: { field: 'code', order: 'asc' },
  dictionaries: [],
  immutable: ['pid', 'code'],
  conflicts: {
    sys_category_code_key: 'category.code_in_use',
    sys_category_pid_fkey: 'category.parent_missing',
  },
  toColumns: ({ name }) => ({ name }),
  /** Whether there is anything below is looked up where trees are read. */
  toRow: (record) => ({
    ...record,
    pid: record.pid ?? CATEGORY_ROOT,
    hasChild: '0',
    hasChildren: false,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}
