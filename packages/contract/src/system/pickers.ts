import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { listQuery, text } from '../fields.ts'
import { rowRefusals } from '../resource/crud-endpoints.ts'

const nullableText = z.string().nullable()

/**
 * Somebody as lists and pickers show them (contract/10 §4.1, spec §3): no secrets. Addresses of contact other than the
 * phone are null for those without `system:user:list`.
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
  /** Comma list of position codes, and their names. */
  post: nullableText,
  post_dictText: z.string(),
  /** Code of the department last worked in. */
  orgCode: nullableText,
  /** Names of all departments of the user, comma list. */
  orgCodeTxt: nullableText,
  /** Departments in charge of, comma list of ids, and their names. */
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
  /** Names of the roles held that the caller may see, comma list. In the list, for those with `system:user:list`. Ours. */
  roleNames: nullableText.optional(),
  /** The newest sign-in that worked; null = never, or longer ago than the log is kept. As `roleNames`. */
  lastLoginTime: nullableText.optional(),
  /** Of `freeze`, `remove` and `roles`. */
  refusals: rowRefusals,
})
export type UserRow = z.output<typeof userRow>

const userQuery = listQuery.extend({
  /** Members of this department and of those below it. */
  departId: text(64).optional(),
  /** Found anywhere in name, account, phone or the name of a department. Ours. */
  keyword: text(64).optional(),
})

export const userEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/user/list',
    access: 'signedIn',
    /** `code`: comma list of ids. */
    query: userQuery.extend({ code: text(20_000).optional() }),
    result: page(userRow),
  },
  /** Enabled users only; `username` and `realname` are found anywhere in the name, without wildcards. */
  componentData: {
    method: 'GET',
    path: '/sys/user/queryUserComponentData',
    access: 'signedIn',
    query: userQuery,
    result: page(userRow),
  },
  /** Members of a department and of those below it, by a part of their names. */
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
  /** The id once more, as trees call it. */
  key: z.string(),
  value: z.string(),
  /** The name once more. */
  title: z.string(),
  parentId: nullableText,
  /** The parent's id once more. */
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
  /** 1 enabled, 0 not. */
  status: z.string(),
  /** Ids of those in charge of it, comma list. */
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

/** A department reduced to what a selector of parents needs. */
export interface DepartIdNode {
  key: string
  value: string
  title: string
  children: DepartIdNode[]
}
const departIdNode: z.ZodType<DepartIdNode> = z.lazy(() =>
  z.object({ key: z.string(), value: z.string(), title: z.string(), children: z.array(departIdNode) }),
)

/** Comma list of ids or codes. */
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
  /** One level: below `pid` (none = the roots), or with `ids` these departments, named by `primaryKey`. */
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
  /** Departments with a part in their name, flat; a failure with a sentence when there are none. */
  search: {
    method: 'GET',
    path: '/sys/sysDepart/searchBy',
    access: 'signedIn',
    query: z.object({ keyWord: text(100).default('') }),
    result: z.array(departNode),
  },
})
