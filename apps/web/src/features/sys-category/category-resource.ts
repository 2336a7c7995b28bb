import { categoryAdminEndpoints, categoryEndpoints, categoryForm } from '@natim/contract/system/category'
import { categoryImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'

/** 分类字典: a tree; the list is its first level. */
export const category = R.defineResource({
  title: '分类字典',
  entityLabel: '分类',
  measureWord: '个一级分类',
  endpoints: { ...categoryAdminEndpoints, list: categoryEndpoints.rootList },
  imports: categoryImportEndpoints,
  form: categoryForm,
  defaultSort: { field: 'code', order: 'asc' },
  related: [categoryEndpoints.treeRoot],
  fields: { name: { label: '分类名称' } },
})
