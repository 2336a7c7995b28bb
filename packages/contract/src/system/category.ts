import { z } from 'zod'
import { defineEndpoints, omit } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery, optionalId, requiredText, text } from '../fields.ts'
import { crudEndpoints } from '../resource/crud-endpoints.ts'
import { dictItem } from './session.ts'

/** Parent id of top-level categories on the wire. */
export const CATEGORY_ROOT = '0'

const nullableText = z.string().nullable()

/** 分类字典 (contract/20 §8). */
export const categoryRow = z.object({
  id: z.string(),
  /** {@link CATEGORY_ROOT} at the top. */
  pid: z.string(),
  name: z.string(),
  code: z.string(),
  hasChild: z.enum(['0', '1']),
  /** The same for tree tables, which load children on demand. */
  hasChildren: z.boolean(),
  sysOrgCode: nullableText,
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type CategoryRow = z.output<typeof categoryRow>

/** Some servers send 0 and 1. */
const leaf = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => value === true || value === 1)

const categoryFields = z.object({
  key: z.string(),
  /** Repeats the key; widgets may store the code instead. */
  value: z.string(),
  /** The name, under each field name that clients read. */
  title: z.string(),
  label: z.string(),
  name: z.string(),
  code: z.string(),
  parentId: z.string(),
  leaf,
  hasChildren: z.boolean(),
})

/** A node of the category tree (contract/30 §3). */
export interface CategoryNode extends z.output<typeof categoryFields> {
  /** Null if not loaded. */
  children: CategoryNode[] | null
}
export const categoryNode: z.ZodType<CategoryNode> = z.lazy(() =>
  categoryFields.extend({ children: z.array(categoryNode).nullable() }),
)

/** JSON object text: `code`, `name`, `id`, `createBy`, `sysOrgCode` with the values they must equal. */
const condition = text(2_000).optional()
const delNotExist = z.enum(['true', 'false']).optional().catch(undefined)

export const categoryEndpoints = defineEndpoints({
  treeRoot: {
    method: 'GET',
    path: '/sys/category/loadTreeRoot',
    access: 'signedIn',
    query: z.object({
      /** `true`: the first level only. */
      async: z.enum(['true', 'false']).catch('true'),
      /** Code of the category whose children are the roots; empty = top level. */
      pcode: text(64).optional(),
    }),
    result: z.array(categoryNode),
  },
  treeChildren: {
    method: 'GET',
    path: '/sys/category/loadTreeChildren',
    access: 'signedIn',
    query: z.object({ pid: text(64).min(1, '不能为空') }),
    result: z.array(categoryNode),
  },
  one: {
    method: 'GET',
    path: '/sys/category/loadOne',
    access: 'signedIn',
    query: z.object({ field: z.enum(['id', 'code'], '只能按编号或编码查询'), val: text(64) }),
    result: categoryRow,
  },
  /** One level: below `pid`, which takes precedence, or below the category with code `pcode` (`0` = top level). */
  treeData: {
    method: 'GET',
    path: '/sys/category/loadTreeData',
    access: 'signedIn',
    query: z.object({ pid: text(64).optional(), pcode: text(64).optional(), condition }),
    result: z.array(categoryNode),
  },
  /** Names in the order of the ids; an unknown id is returned as its own name, unless it is to be omitted. */
  names: {
    method: 'GET',
    path: '/sys/category/loadDictItem/:ids',
    access: 'signedIn',
    params: z.object({ ids: text(4_000) }),
    query: z.object({ delNotExist }),
    result: z.array(z.string()),
  },
  /** The same with the ids in the query: existing clients send `loadDictItem/?ids=`. */
  namesByQuery: {
    method: 'GET',
    path: '/sys/category/loadDictItem',
    access: 'signedIn',
    query: z.object({ ids: text(4_000).default(''), delNotExist }),
    result: z.array(z.string()),
  },
  /** Every category whose code has this prefix (`0` = all) as an item: value id, text name. */
  allData: {
    method: 'GET',
    path: '/sys/category/loadAllData',
    access: 'signedIn',
    query: z.object({ code: text(64).min(1, '不能为空') }),
    result: z.array(dictItem),
  },
  /** The top level, or all matches when filtered by name or code. */
  rootList: {
    method: 'GET',
    path: '/sys/category/rootList',
    access: 'system:category:list',
    query: listQuery,
    result: page(categoryRow),
  },
  /** Child rows for tree tables: by `parentId` or `pid`, with an optional condition. */
  childList: {
    method: 'GET',
    path: '/sys/category/childList',
    access: 'system:category:list',
    query: z.looseObject({ parentId: text(64).optional(), pid: text(64).optional(), condition }),
    result: z.array(categoryRow),
  },
  childListBatch: {
    method: 'GET',
    path: '/sys/category/getChildListBatch',
    access: 'system:category:list',
    query: z.object({ parentIds: idList }),
    result: z.object({ records: z.array(categoryRow), total: z.number().int() }),
  },
})

/** security §5 */
export const MAX_CATEGORY_DEPTH = 20

export const categoryForm = z.object({
  id: optionalId,
  /** {@link CATEGORY_ROOT} or nothing = top level. An edit does not move a category. */
  pid: optionalId,
  name: requiredText(100),
})
export type CategoryForm = z.output<typeof categoryForm>

/** Administration of the tree. Codes are derived from the position; a deletion includes all descendants. */
export const categoryAdminEndpoints = {
  ...omit(crudEndpoints({ base: '/sys/category', code: 'system:category', row: categoryRow, form: categoryForm }), [
    'list',
  ]),
  ...defineEndpoints({
    /** Succeeds if the code starts with that of the parent. */
    checkCode: {
      method: 'GET',
      path: '/sys/category/checkCode',
      access: 'system:category:list',
      query: z.object({ pid: text(64).default(''), code: text(64).default('') }),
      result: z.null(),
    },
  }),
}
