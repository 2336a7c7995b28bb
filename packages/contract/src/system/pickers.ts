import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { listQuery, text } from '../fields.ts'
import { rowRefusals } from '../resource/crud-endpoints.ts'

const nullableText = z.string().nullable()

/**
 * A user in lists and pickers (contract/10 §4.1, spec §3): no secrets. Contact data other than the phone are null
 * without `system:user:list`.
 */
export const userRow = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: nullableText,
  /** `yyyy-MM-dd` */
  birthday: nullableText,
  /** 1 male, 2 female. */
  sex: z.number().nullable(),
  sex_dictText: z.string(),
  phone: nullableText,
  email: nullableText,
  telephone: nullableText,
  workNo: nullableText,
  /** Comma-separated position codes, and their names. */
  post: nullableText,
  post_dictText: z.string(),
  /** Code of the current department. */
  orgCode: nullableText,
  /** Names of all departments of the user, comma-separated. */
  orgCodeTxt: nullableText,
  /** Departments the user is in charge of: comma-separated ids, and their names. */
  departIds: nullableText,
  departIds_dictText: z.string(),
  /** 1 member, 2 superior. */
  userIdentity: z.number(),
  /** 1 normal, 2 frozen. */
  status: z.number(),
  status_dictText: z.string(),
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
  /**
   * Names of the user's roles visible to the caller, comma-separated. In lists, with `system:user:list`. Not part of
   * the compatibility contract.
   */
  roleNames: nullableText.optional(),
  /** Last successful sign-in; null = never, or before the log's retention. Access as for `roleNames`. */
  lastLoginTime: nullableText.optional(),
  /** For `freeze`, `remove` and `roles`. */
  refusals: rowRefusals,
})
export type UserRow = z.output<typeof userRow>

const userQuery = listQuery.extend({
  /** Members of this department and lower ones. */
  departId: text(64).optional(),
  /** Matches anywhere in name, account, phone or department name. Not part of the compatibility contract. */
  keyword: text(64).optional(),
})

export const userEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/user/list',
    access: 'signedIn',
    /** `code`: comma-separated ids. */
    query: userQuery.extend({ code: text(20_000).optional() }),
    result: page(userRow),
  },
  /** Enabled users only; `username` and `realname` match anywhere in the name, without wildcards. */
  componentData: {
    method: 'GET',
    path: '/sys/user/queryUserComponentData',
    access: 'signedIn',
    query: userQuery,
    result: page(userRow),
  },
  /** Members of a department and lower ones, filtered by part of their names. */
  ofDepart: {
    method: 'GET',
    path: '/sys/user/queryUserByDepId',
    access: 'signedIn',
    query: z.object({ id: text(64).default(''), realname: text(100).optional() }),
    result: z.array(userRow),
  },
  /** Enabled users whose store field (`username`, `id`, `workNo` …) equals one of a comma list; a bare array. */
  multi: {
    method: 'GET',
    path: '/sys/user/getMultiUser',
    access: 'signedIn',
    wire: 'bare',
    query: z.looseObject({}),
    result: z.array(userRow),
  },
  exportXls: exportEndpoint('/sys/user/exportXls', 'system:user:export'),
})

const departFields = z.object({
  id: z.string(),
  /** Repeats the id for trees. */
  key: z.string(),
  value: z.string(),
  /** Repeats the name. */
  title: z.string(),
  parentId: nullableText,
  /** Repeats the parent's id. */
  pid: nullableText,
  departName: z.string(),
  departNameEn: nullableText,
  departOrder: z.number(),
  description: nullableText,
  /** 1 company, 2 department, 3 post. */
  orgCategory: z.string(),
  /** Level as text, `1` = root. */
  orgType: nullableText,
  orgCode: z.string(),
  mobile: nullableText,
  fax: nullableText,
  address: nullableText,
  memo: nullableText,
  /** 1 enabled, 0 disabled. */
  status: z.string(),
  /** User ids of its heads, comma-separated. */
  directorUserIds: nullableText,
  isLeaf: z.boolean(),
})

/** A department in a tree (contract/20 §5). */
export interface DepartNode extends z.output<typeof departFields> {
  /** Null for leaves of the whole tree; `[]` where children are loaded later. */
  children: DepartNode[] | null
}
export const departNode: z.ZodType<DepartNode> = z.lazy(() =>
  departFields.extend({ children: z.array(departNode).nullable() }),
)

/** A department with only the fields of a parent selector. */
export interface DepartIdNode {
  key: string
  value: string
  title: string
  children: DepartIdNode[]
}
const departIdNode: z.ZodType<DepartIdNode> = z.lazy(() =>
  z.object({ key: z.string(), value: z.string(), title: z.string(), children: z.array(departIdNode) }),
)

/** Comma-separated ids or codes. */
const manyKeys = text(20_000).optional()

export const departTreeEndpoints = defineEndpoints({
  /** The whole tree by departOrder, or with `ids` these departments as flat rows. */
  tree: {
    method: 'GET',
    path: '/sys/sysDepart/queryTreeList',
    access: 'signedIn',
    query: z.object({ ids: manyKeys }),
    result: z.array(departNode),
    tagged: true,
  },
  /** One level: below `pid` (empty = the roots), or with `ids` these departments, identified by `primaryKey`. */
  level: {
    method: 'GET',
    path: '/sys/sysDepart/queryDepartTreeSync',
    access: 'signedIn',
    query: z.object({
      pid: text(64).optional(),
      ids: manyKeys,
      primaryKey: z.enum(['id', 'orgCode']).catch('id'),
    }),
    result: z.array(departNode),
  },
  idTree: {
    method: 'GET',
    path: '/sys/sysDepart/queryIdTree',
    access: 'signedIn',
    result: z.array(departIdNode),
    tagged: true,
  },
  /** Departments whose name contains a text, flat; a failure with a message if there are none. */
  search: {
    method: 'GET',
    path: '/sys/sysDepart/searchBy',
    access: 'signedIn',
    query: z.object({ keyWord: text(100).default('') }),
    result: z.array(departNode),
  },
})
