import { positionImportEndpoints } from '@natim/contract/system/import'
import { positionEndpoints, positionForm } from '@natim/contract/system/position'
import * as R from '@/resource/index.ts'

/** 职务: what users hold and the picker offers. */
export const position = R.defineResource({
  title: '职务管理',
  noun: '职务',
  counter: '个',
  endpoints: positionEndpoints,
  imports: positionImportEndpoints,
  form: positionForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    code: {
      label: '职务编码',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['position.code_in_use'],
    },
    name: { label: '职务名称', search: 'like', query: true, width: 220, isSortable: true },
    postRank: {
      label: '职级',
      search: 'eq',
      query: true,
      width: 120,
      isSortable: true,
      isBulk: true,
      widget: R.dictWidget('position_rank'),
    },
    createBy: { label: '创建人', width: 120, shown: 'wide' },
    createTime: { label: '创建时间', query: { type: 'datetime' }, width: 160, isSortable: true },
    updateTime: { label: '更新时间', width: 160, shown: 'chosen' },
  },
})
