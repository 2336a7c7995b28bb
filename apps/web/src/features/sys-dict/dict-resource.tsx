import { CODE_DICTIONARIES } from '@natim/contract/dict'
import { dictForm, dictItemEndpoints, dictItemForm, dictTableEndpoints } from '@natim/contract/system/dict'
import { dictImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'

/** 数据字典: what selects offer and codes are shown as. */
export const dict = R.defineResource({
  title: '数据字典',
  noun: '字典',
  counter: '个',
  endpoints: dictTableEndpoints,
  imports: dictImportEndpoints,
  form: dictForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    dictName: { label: '字典名称', search: 'like', query: true, width: 200, isSortable: true },
    dictCode: {
      label: '字典编码',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      refusals: ['dict.code_in_use'],
    },
    description: { label: '描述', query: true, width: 280, isWide: true },
    createBy: { label: '创建人', width: 120, shown: 'wide' },
    createTime: { label: '创建时间', query: { type: 'datetime' }, width: 160, isSortable: true },
    updateTime: { label: '更新时间', width: 160, shown: 'chosen' },
  },
})

/** 字典项 of one dictionary, which its editor adds to the form. */
export const dictItem = R.defineResource({
  title: '字典项',
  noun: '字典项',
  counter: '个',
  endpoints: dictItemEndpoints,
  form: dictItemForm,
  defaultSort: { field: 'sortOrder', order: 'asc' },
  fields: {
    itemText: { label: '名称' },
    itemValue: { label: '数据值', help: '字典内唯一；保存在业务数据中', refusals: ['dict.value_in_use'] },
    description: { label: '描述', isWide: true },
    sortOrder: { label: '排序', widget: R.numberWidget(undefined, 1) },
    status: { label: '是否启用', widget: R.numberChoiceWidget(CODE_DICTIONARIES.dict_item_status.items) },
  },
})
