import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { dictReference, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
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
  refreshCache: { method: 'GET', path: '/sys/dict/refleshCache', access: 'signedIn', result: z.null() },
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

const newRow = z.object({ id: z.string() })

/** What administrators do to code dictionaries and their items. */
export const dictTableEndpoints = defineEndpoints({
  /** An advanced query may ask for items as `sysDictItem,itemText` and the like. */
  list: { method: 'GET', path: '/sys/dict/list', access: 'system:dict:list', query: listQuery, result: page(dictRow) },
  create: { method: 'POST', path: '/sys/dict/add', access: 'system:dict:add', body: dictForm, result: newRow },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/dict/edit',
    access: 'system:dict:edit',
    body: patchOf(dictForm),
    result: z.null(),
  },
  exportXls: exportEndpoint('/sys/dict/exportXls', 'system:dict:export'),
  /** By `sortOrder`; an unknown dictionary has none. */
  items: {
    method: 'GET',
    path: '/sys/dictItem/list',
    access: 'system:dict:list',
    query: listQuery.extend({ dictId: text(64).default('') }),
    result: page(dictItemRow),
  },
  createItem: {
    method: 'POST',
    path: '/sys/dictItem/add',
    access: 'system:dict:add',
    body: dictItemForm,
    result: newRow,
  },
  updateItem: {
    method: ['PUT', 'POST'],
    path: '/sys/dictItem/edit',
    access: 'system:dict:edit',
    body: patchOf(dictItemForm),
    result: z.null(),
  },
  /** Success when no other item of the dictionary has the value. */
  checkItem: {
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    access: 'system:dict:list',
    query: z.object({ dictId: text(64).default(''), itemValue: text(100).default(''), id: text(64).optional() }),
    result: z.null(),
  },
})
