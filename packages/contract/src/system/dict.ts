import { z } from 'zod'
import { defineEndpoints, omit } from '../endpoint.ts'
import { dictReference, optionalId, requiredText, rowId, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'
import { dictItem } from './session.ts'

const params = z.object({ dict: dictReference })
const search = z.object({
  /** Part of a text or key; `a,b` = these; `…[orderby:column,asc]` sets the order. */
  keyword: text(500).optional(),
  pageSize: z.coerce.number().int().min(1).max(1_000).catch(1_000).optional(),
})
const columnName = z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/i, '列名不正确')

export const dictTreeNode = z.object({
  key: z.string(),
  title: z.string(),
  /** The title once more, for those who know it by this name (contract/00 §13). */
  label: z.string(),
  parentId: z.string().nullable(),
  leaf: z.boolean(),
  value: z.null(),
  code: z.null(),
  icon: z.null(),
  children: z.null(),
})
export type DictTreeNode = z.output<typeof dictTreeNode>

/** Dictionaries of registered tables (contract/30 §1). All of these carry a signature. */
export const dictEndpoints = defineEndpoints({
  search: {
    method: 'GET',
    path: '/sys/dict/loadDict/:dict',
    access: 'signedIn',
    signed: true,
    params,
    query: search,
    result: z.array(dictItem),
  },
  searchChosenFirst: {
    method: 'GET',
    path: '/sys/dict/loadDictOrderByValue/:dict',
    access: 'signedIn',
    signed: true,
    params,
    query: search,
    result: z.array(dictItem),
  },
  /** Captions in the order of the keys; a key nobody knows is its own caption, unless it is to be left out. */
  texts: {
    method: 'GET',
    path: '/sys/dict/loadDictItem/:dict',
    access: 'signedIn',
    signed: true,
    params,
    query: z.object({
      key: text(4_000),
      delNotExist: z.enum(['true', 'false']).optional().catch(undefined),
    }),
    result: z.array(z.string()),
  },
  tree: {
    method: 'GET',
    path: '/sys/dict/loadTreeData',
    access: 'signedIn',
    signed: true,
    query: z.object({
      tableName: columnName,
      text: columnName,
      code: columnName,
      pidField: columnName,
      pid: text(64).optional(),
      hasChildField: columnName.or(z.literal('')).optional(),
      converIsLeafVal: text(8).optional(),
      /** JSON object text: columns and what they contain. */
      condition: text(2_000).optional(),
    }),
    result: z.array(dictTreeNode),
  },
  refreshCache: {
    method: 'GET',
    path: '/sys/dict/refleshCache',
    access: 'signedIn',
    result: z.null(),
    inView: 'changes',
  },
})

const nullableText = z.string().nullable()

export const dictForm = z.object({
  id: optionalId,
  dictName: requiredText(100),
  dictCode: requiredText(64).regex(/^[A-Za-z0-9_]+$/, '只能包含字母、数字和下划线'),
  description: text(255).nullish(),
  /** 0 text, 1 number. */
  type: z.coerce.number().int().min(0).max(1).default(0),
})
export type DictForm = z.input<typeof dictForm>

/** 数据字典 (contract/20 §7). */
export const dictRow = z.object({
  id: z.string(),
  dictName: z.string(),
  dictCode: z.string(),
  description: nullableText,
  type: z.number(),
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type DictRow = z.output<typeof dictRow>

export const dictItemForm = z.object({
  id: optionalId,
  dictId: rowId,
  itemText: requiredText(100),
  /** Fields that hold several values join them by comma. */
  itemValue: requiredText(100).regex(/^[^,]*$/, '不能包含逗号'),
  description: text(255).nullish(),
  sortOrder: z.coerce.number().int().min(0).max(1_000_000, '序号过大').default(1),
  /** 1 enabled, 0 not. */
  status: z.coerce.number().int().min(0).max(1).default(1),
})
export type DictItemForm = z.input<typeof dictItemForm>

export const dictItemRow = z.object({
  id: z.string(),
  dictId: z.string(),
  itemText: z.string(),
  itemValue: z.string(),
  description: nullableText,
  sortOrder: z.number(),
  status: z.number(),
  status_dictText: z.string(),
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type DictItemRow = z.output<typeof dictItemRow>

/** What administrators do to code dictionaries. An advanced query may ask for items as `sysDictItem,itemText`. */
export const dictTableEndpoints = {
  ...recordEndpoints({ code: 'system:dict', base: '/sys/dict', row: dictRow, form: dictForm }),
  ...defineEndpoints({
    /** Dictionaries with their key and title, by a part of the name. */
    treeList: {
      method: 'GET',
      path: '/sys/dict/treeList',
      access: 'system:dict:list',
      query: z.object({ dictName: text(100).default('') }),
      result: z.array(dictRow.extend({ key: z.string(), title: z.string() })),
    },
    /** Deleted ones, until they are restored or deleted for good. */
    bin: { method: 'GET', path: '/sys/dict/deleteList', access: 'system:dict:delete', result: z.array(dictRow) },
    bringBack: {
      method: 'PUT',
      path: '/sys/dict/back/:id',
      access: 'system:dict:delete',
      params: z.object({ id: rowId }),
      result: z.null(),
    },
    /** With its items, for good. */
    purge: {
      method: 'DELETE',
      path: '/sys/dict/deletePhysic/:id',
      access: 'system:dict:delete',
      params: z.object({ id: rowId }),
      result: z.null(),
    },
  }),
}

/** Items of a dictionary, by `sortOrder`; an unknown dictionary has none. */
export const dictItemEndpoints = {
  ...omit(recordEndpoints({ code: 'system:dict', base: '/sys/dictItem', row: dictItemRow, form: dictItemForm }), [
    'exportXls',
  ]),
  ...defineEndpoints({
    /** Success when no other item of the dictionary has the value. */
    check: {
      method: 'GET',
      path: '/sys/dictItem/dictItemCheck',
      access: 'system:dict:list',
      query: z.object({ dictId: text(64).default(''), itemValue: text(100).default(''), id: text(64).optional() }),
      result: z.null(),
    },
  }),
}
