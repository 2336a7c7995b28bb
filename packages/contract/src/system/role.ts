import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, requiredText, rowId, text } from '../fields.ts'
import { recordEndpoints, rowRefusals } from '../record.ts'
import { dataRuleRow, grantTree } from './permission.ts'

const nullableText = z.string().nullable()

/** 角色 (contract/20 §2). */
export const roleRow = z.object({
  id: z.string(),
  roleName: z.string(),
  roleCode: z.string(),
  description: nullableText,
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
  /** Of `update`, `remove` and `grant`; in lists only. */
  refusals: rowRefusals,
})
export type RoleRow = z.output<typeof roleRow>

/** SY-25. The code is for good: configuration and lists of roles name it. */
export const roleForm = z.object({
  id: optionalId,
  roleCode: requiredText(64).regex(/^[^\s,*!]*$/u, '不能包含空格、逗号、* 和 !'),
  roleName: requiredText(30).min(2, '长度为 2 到 30 个字符'),
  description: text(126).nullish(),
})
export type RoleForm = z.output<typeof roleForm>

/** Names and codes of roles are no secret: pickers show them. What a role may do is told to those who grant. */
export const roleEndpoints = {
  ...recordEndpoints({
    base: '/sys/role',
    code: 'system:role',
    row: roleRow,
    form: roleForm,
    listAccess: 'signedIn',
  }),
  ...defineEndpoints({
    /** By name, for the options of a form. */
    all: { method: 'GET', path: '/sys/role/queryall', access: 'signedIn', result: z.array(roleRow) },
    /** Succeeds when no other role has the code. */
    checkCode: {
      method: 'GET',
      path: '/sys/role/checkRoleCode',
      access: 'signedIn',
      query: z.object({ id: optionalId, roleCode: text(100).default('') }),
      result: z.literal(true),
    },
  }),
}

/** A comma list of ids, which may be empty and end in a comma. */
const idsText = z
  .string()
  .max(200_000)
  .nullish()
  .transform((value) => [...new Set((value ?? '').split(',').filter((part) => part !== ''))])
  .pipe(z.array(rowId).max(5_000))

/** What a role may do: menus, rights, and the data rules it is bound by (contract/20 §2, §3.4). */
export const roleGrantEndpoints = defineEndpoints({
  tree: { method: 'GET', path: '/sys/role/queryTreeList', access: 'system:role:grant', result: grantTree },
  /** Ids of what the role holds. */
  granted: {
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    access: 'system:role:grant',
    query: z.object({ roleId: rowId }),
    result: z.array(z.string()),
  },
  /** Writes the difference of the two lists: what others granted meanwhile, and its data rules, stay. */
  save: {
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    access: 'system:role:grant',
    body: z.object({ roleId: rowId, permissionIds: idsText, lastpermissionIds: idsText }),
    result: z.null(),
  },
  /** Rules of a menu and, as a comma list, those the role is bound by; a failure when the menu has none. */
  rules: {
    method: 'GET',
    path: '/sys/role/datarule/:permissionId/:roleId',
    access: 'system:role:grant',
    params: z.object({ permissionId: rowId, roleId: rowId }),
    result: z.object({ datarule: z.array(dataRuleRow), drChecked: z.string().optional() }),
  },
  /** No ids: the role is bound by none of the menu's rules. */
  saveRules: {
    method: 'POST',
    path: '/sys/role/datarule',
    access: 'system:role:grant',
    body: z.object({ permissionId: rowId, roleId: rowId, dataRuleIds: idsText }),
    result: z.null(),
  },
})
