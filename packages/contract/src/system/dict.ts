import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { dictReference, text } from '../fields.ts'
import { dictItem } from './session.ts'

const params = z.object({ dict: dictReference })
const search = z.object({
  /** Part of a text or key; `a,b` = exactly these; `…[orderby:column,asc]` sets the order. */
  keyword: text(500).optional(),
  pageSize: z.coerce.number().int().min(1).max(1_000).catch(1_000).optional(),
})
const columnName = z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/i, '列名不正确')

export const dictTreeNode = z.object({
  key: z.string(),
  title: z.string(),
  /** Repeats the title, for clients that read this field (contract/00 §13). */
  label: z.string(),
  parentId: z.string().nullable(),
  leaf: z.boolean(),
  value: z.null(),
  code: z.null(),
  icon: z.null(),
  children: z.null(),
})
export type DictTreeNode = z.output<typeof dictTreeNode>

/** Dictionaries of registered tables (contract/30 §1). All of these calls are signed. */
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
  /** Labels in the order of the keys; an unknown key is its own label, unless it is to be omitted. */
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
      /** JSON object text: columns and the text they contain. */
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
