import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, stamps } from '../resource/field.ts'

/** 数据字典 (contract/20 §7): choices of selects and labels of codes. */
export const dict = defineResource({
  base: '/sys/dict',
  code: 'system:dict',
  title: '数据字典',
  entityLabel: '字典',
  measureWord: '个',
  view: 'system/DictList',
  knownBy: ['dictName', 'dictCode'],
  // One row per item.
  exports: 'own',
  imports: 'own',
  fields: {
    dictName: field(requiredText(100), {
      label: '字典名称',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
    }),
    dictCode: field(requiredText(64).regex(/^[A-Za-z0-9_]+$/, '只能包含字母、数字和下划线'), {
      label: '字典编码',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      unique: 'dict.code_in_use',
    }),
    description: field(text(255).nullish(), { label: '描述', query: true, width: 280, isWide: true }),
    /** 0 text, 1 number. */
    type: field(z.coerce.number().int().min(0).max(1).default(0), {}),
    ...stamps(),
  },
})
export type DictRow = RowOf<typeof dict>

/** 字典项 of one dictionary. */
export const dictItem = defineResource({
  base: '/sys/dictItem',
  code: 'system:dict',
  title: '字典项',
  entityLabel: '字典项',
  measureWord: '个',
  view: 'system/DictList',
  knownBy: ['itemText', 'itemValue'],
  sort: { field: 'sortOrder', order: 'asc' },
  fields: {
    dictId: field(rowId, { isImmutable: true }),
    itemText: field(requiredText(100), { label: '名称' }),
    /** No commas, because fields with several values join them by comma. */
    itemValue: field(requiredText(100).regex(/^[^,]*$/, '不能包含逗号'), {
      label: '数据值',
      help: '字典内唯一；保存在业务数据中',
      refusals: ['dict.value_in_use'],
    }),
    description: field(text(255).nullish(), { label: '描述', isWide: true }),
    sortOrder: field(z.coerce.number().int().min(0).max(1_000_000, '序号过大').default(1), { label: '排序', step: 1 }),
    /** 1 enabled, 0 disabled. */
    status: field(z.coerce.number().int().min(0).max(1).default(1), {
      label: '是否启用',
      dictionary: 'dict_item_status',
    }),
    ...stamps(),
  },
})
export type DictItemRow = RowOf<typeof dictItem>

/** Further administration of code dictionaries. */
export const dictBinEndpoints = defineEndpoints({
  /** Dictionaries with key and title, filtered by part of the name. */
  treeList: {
    method: 'GET',
    path: '/sys/dict/treeList',
    access: 'system:dict:list',
    query: z.object({ dictName: text(100).default('') }),
    result: z.array(dict.row.extend({ key: z.string(), title: z.string() })),
  },
  /** Deleted ones, until restored or purged. */
  bin: { method: 'GET', path: '/sys/dict/deleteList', access: 'system:dict:delete', result: z.array(dict.row) },
  bringBack: {
    method: 'PUT',
    path: '/sys/dict/back/:id',
    access: 'system:dict:delete',
    params: z.object({ id: rowId }),
    result: z.null(),
  },
  /** Deletes it permanently, with its items. */
  purge: {
    method: 'DELETE',
    path: '/sys/dict/deletePhysic/:id',
    access: 'system:dict:delete',
    params: z.object({ id: rowId }),
    result: z.null(),
  },
})

/** Succeeds if no other item of the dictionary has the value. */
export const dictItemCheckEndpoints = defineEndpoints({
  check: {
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    access: 'system:dict:list',
    query: z.object({ dictId: text(64).default(''), itemValue: text(100).default(''), id: text(64).optional() }),
    result: z.null(),
  },
})
