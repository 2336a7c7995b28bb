import { CATEGORY_ROOT, type CategoryForm, type CategoryRow } from '@natim/contract/system/category'
import { toDateTimeText } from '../../platform/wire.ts'
import type { ResourceSpec } from '../resource/index.ts'
import { CATEGORY_FIELDS } from './category-tree.repository.ts'

/** 分类 as a register. A category cannot be moved within the tree. */
export const CATEGORY: ResourceSpec<'sysCategory', CategoryRow, CategoryForm> = {
  table: 'sysCategory',
  entityLabel: '分类',
  nameOf: ({ name, code }) => `${name}（${code}）`,
  component: 'system/SysCategoryList',
  fields: CATEGORY_FIELDS,
  defaultSort: { field: 'code', order: 'asc' },
  dictionaries: [],
  immutable: ['pid', 'code'],
  conflicts: {
    sys_category_code_key: 'category.code_in_use',
    sys_category_pid_fkey: 'category.parent_missing',
  },
  toColumns: ({ name }) => ({ name }),
  /** Whether it has children is queried only when trees are read. */
  toRow: (record) => ({
    ...record,
    pid: record.pid ?? CATEGORY_ROOT,
    hasChild: '0',
    hasChildren: false,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}
