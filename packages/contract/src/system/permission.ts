import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { PERMISSION_STRATEGY, RULE_CONDITION, VALID_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { idList, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { rowUse, versionEndpoints } from '../resource/crud-endpoints.ts'

const nullableText = z.string().nullable()

/** Kinds of rows in sys_permission. */
export const MENU = { top: 0, sub: 1, button: 2 } as const

/** A menu or permission in the tree table (contract/20 §3.2). */
export interface MenuTreeRow extends z.output<typeof menuFields> {
  /** Null for leaves, `[]` where children are loaded later. */
  children: MenuTreeRow[] | null
}
const menuFields = z.object({
  id: z.string(),
  /** Repeats the id for trees. */
  key: z.string(),
  /** Repeats the name. */
  title: z.string(),
  parentId: nullableText,
  name: z.string(),
  perms: nullableText,
  permsType: z.string(),
  icon: nullableText,
  component: nullableText,
  componentName: nullableText,
  url: nullableText,
  redirect: nullableText,
  sortNo: z.number(),
  /** {@link MENU} */
  menuType: z.number().int(),
  menuType_dictText: z.string(),
  leaf: z.boolean(),
  isLeaf: z.boolean(),
  route: z.boolean(),
  keepAlive: z.boolean(),
  hidden: z.boolean(),
  hideTab: z.boolean(),
  alwaysShow: z.boolean(),
  internalOrExternal: z.boolean(),
  status: z.string(),
  /** 1 = has data rules. */
  ruleFlag: z.number().int(),
  description: nullableText,
  delFlag: z.number().int(),
  /** Null for shipped rows. */
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export const menuTreeRow: z.ZodType<MenuTreeRow> = z.lazy(() =>
  menuFields.extend({ children: z.array(menuTreeRow).nullable() }),
)

/** A menu in a selection tree (contract/20 §3.3). Grant trees carry the data rule marks instead of titles. */
export interface MenuChoice {
  key: string
  value: string
  title: string | null
  slotTitle: string
  label: string | null
  scopedSlots: { title: string } | null
  ruleFlag: number | null
  isLeaf: boolean
  leaf: boolean
  icon: string | null
  parentId: string | null
  children: MenuChoice[] | null
}
const menuChoice: z.ZodType<MenuChoice> = z.lazy(() =>
  z.object({
    key: z.string(),
    value: z.string(),
    title: nullableText,
    slotTitle: z.string(),
    label: nullableText,
    scopedSlots: z.object({ title: z.string() }).nullable(),
    ruleFlag: z.number().int().nullable(),
    isLeaf: z.boolean(),
    leaf: z.boolean(),
    icon: nullableText,
    parentId: nullableText,
    children: z.array(menuChoice).nullable(),
  }),
)
/** `ids`: every row, for 全选 and 展开所有. */
export const grantTree = z.object({ treeList: z.array(menuChoice), ids: z.array(z.string()) })
export type GrantTree = z.output<typeof grantTree>

const optionalText = (max: number) => text(max).nullish()
const flag = z.boolean().optional()

/**
 * SY-31. Fields a type does not have are ignored. Paths are normalised by the server (contract/20 §3.4); several codes
 * of one permission are separated by commas.
 */
export const menuForm = z.object({
  id: optionalId,
  menuType: z.coerce.number().int().min(0, '菜单类型不正确').max(2, '菜单类型不正确'),
  name: requiredText(100),
  parentId: optionalText(64),
  url: optionalText(255),
  component: optionalText(255),
  componentName: optionalText(255),
  redirect: optionalText(255),
  icon: optionalText(100),
  perms: optionalText(255),
  permsType: z.coerce
    .string()
    .pipe(z.enum(keysOf(PERMISSION_STRATEGY), '授权策略不正确'))
    .optional(),
  status: z.coerce
    .string()
    .pipe(z.enum(keysOf(VALID_STATUS), '状态不正确'))
    .optional(),
  sortNo: z.coerce.number('请输入数字').min(-99_999, '超出范围').max(99_999, '超出范围').optional(),
  route: flag,
  keepAlive: flag,
  hidden: flag,
  hideTab: flag,
  alwaysShow: flag,
  internalOrExternal: flag,
  description: optionalText(255),
})
export type MenuForm = z.output<typeof menuForm>

const oneId = z.object({ id: rowId })
const manyIds = z.object({ ids: idList })

/** Fields of a menu restored from a version: all of its form, validated by the form's rules. */
export const MENU_RESTORED = [
  'menuType',
  'name',
  'parentId',
  'url',
  'component',
  'componentName',
  'redirect',
  'icon',
  'perms',
  'permsType',
  'status',
  'sortNo',
  'route',
  'keepAlive',
  'hidden',
  'hideTab',
  'alwaysShow',
  'internalOrExternal',
  'description',
] as const satisfies readonly (keyof MenuForm)[]

export const permissionEndpoints = {
  ...versionEndpoints('/sys/permission', { list: 'system:permission:list', edit: 'system:permission:edit' }),
  ...defineEndpoints({
    /** The whole tree; with part of a name, the matches as a flat list. */
    tree: {
      method: 'GET',
      path: '/sys/permission/list',
      access: 'system:permission:list',
      query: z.object({ name: text(100).optional() }),
      result: z.array(menuTreeRow),
    },
    /** Whether a URL is that of an active page, regardless of who may open it. */
    isPage: {
      method: 'GET',
      path: '/sys/permission/isPage',
      access: 'signedIn',
      query: z.object({ path: text(255) }),
      result: z.boolean(),
    },
    roots: {
      method: 'GET',
      path: '/sys/permission/getSystemMenuList',
      access: 'system:permission:list',
      result: z.array(menuTreeRow),
    },
    below: {
      method: 'GET',
      path: '/sys/permission/getSystemSubmenu',
      access: 'system:permission:list',
      query: z.object({ parentId: rowId }),
      result: z.array(menuTreeRow),
    },
    /** By parent; parents without children are absent. */
    belowMany: {
      method: 'GET',
      path: '/sys/permission/getSystemSubmenuBatch',
      access: 'system:permission:list',
      query: z.object({ parentIds: idList }),
      result: z.record(z.string(), z.array(menuTreeRow)),
    },
    /** Candidates for a parent. */
    parents: {
      method: 'GET',
      path: '/sys/permission/queryTreeList',
      access: 'system:permission:list',
      result: grantTree,
    },
    level: {
      method: 'GET',
      path: '/sys/permission/queryListAsync',
      access: 'system:permission:list',
      query: z.object({ pid: text(64).optional() }),
      result: z.array(menuChoice),
    },
    create: {
      method: 'POST',
      path: '/sys/permission/add',
      access: 'system:permission:add',
      body: menuForm,
      result: z.object({ id: z.string() }),
    },
    update: {
      method: ['PUT', 'POST'],
      path: '/sys/permission/edit',
      access: 'system:permission:edit',
      body: patchOf(menuForm),
      result: z.null(),
    },
    /** Includes everything below it, and all grants. */
    remove: {
      method: 'DELETE',
      path: '/sys/permission/delete',
      access: 'system:permission:delete',
      query: oneId,
      result: z.null(),
    },
    removeMany: {
      method: 'DELETE',
      path: '/sys/permission/deleteBatch',
      access: 'system:permission:delete',
      query: manyIds,
      result: z.null(),
    },
    /** What a deletion would affect: rows below, and the roles that hold any of them. */
    uses: {
      method: 'GET',
      path: '/sys/permission/uses',
      access: 'system:permission:delete',
      query: manyIds,
      result: z.array(rowUse),
    },
  }),
}

/** A data rule of a page (contract/20 §4). */
export const dataRuleRow = z.object({
  id: z.string(),
  permissionId: z.string(),
  ruleName: z.string(),
  ruleColumn: z.string(),
  ruleConditions: z.string(),
  ruleValue: z.string(),
  status: z.string(),
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type DataRuleRow = z.output<typeof dataRuleRow>

export const dataRuleForm = z.object({
  id: optionalId,
  permissionId: rowId,
  ruleName: requiredText(50),
  /** A property of the page's list: `regionCode`. */
  ruleColumn: requiredText(50).regex(/^[A-Za-z][A-Za-z0-9_]*$/, '字段名只能包含字母、数字和下划线'),
  // SQL fragments are not allowed as a condition (security §4).
  ruleConditions: z.enum(keysOf(RULE_CONDITION), '不支持的条件'),
  /** Text with variables: `#{sys_org_code}`. */
  ruleValue: requiredText(300),
  status: z.coerce
    .string()
    .pipe(z.enum(keysOf(VALID_STATUS), '状态不正确'))
    .default('1'),
})
export type DataRuleForm = z.output<typeof dataRuleForm>

export const dataRuleEndpoints = defineEndpoints({
  /** Newest first. */
  list: {
    method: 'GET',
    path: '/sys/permission/getPermRuleListByPermId',
    access: 'system:permission:list',
    query: z.object({ permissionId: rowId }),
    result: z.array(dataRuleRow),
  },
  /** Filter by name and value, as in lists (contract/00 §8). */
  search: {
    method: 'GET',
    path: '/sys/permission/queryPermissionRule',
    access: 'system:permission:list',
    query: z.object({ permissionId: rowId, ruleName: text(100).optional(), ruleValue: text(300).optional() }),
    result: z.array(dataRuleRow),
  },
  create: {
    method: 'POST',
    path: '/sys/permission/addPermissionRule',
    access: 'system:permission:edit',
    body: dataRuleForm,
    result: z.object({ id: z.string() }),
  },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/permission/editPermissionRule',
    access: 'system:permission:edit',
    body: patchOf(dataRuleForm),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/sys/permission/deletePermissionRule',
    access: 'system:permission:edit',
    query: oneId,
    result: z.null(),
  },
})
