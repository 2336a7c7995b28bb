import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, rowId, text } from '../fields.ts'
import { dataRuleRow, grantTree } from './permission.ts'
import { role } from './role.resource.ts'

export const roleChoiceEndpoints = defineEndpoints({
  /** Sorted by name, for the options of a form. */
  all: { method: 'GET', path: '/sys/role/queryall', access: 'signedIn', result: z.array(role.row) },
  /** Succeeds when no other role has the code. */
  checkCode: {
    method: 'GET',
    path: '/sys/role/checkRoleCode',
    access: 'signedIn',
    query: z.object({ id: optionalId, roleCode: text(100).default('') }),
    result: z.literal(true),
  },
})

/** Comma-separated ids; may be empty or have a trailing comma. */
const idsText = z
  .string()
  .max(200_000)
  .nullish()
  .transform((value) => [...new Set((value ?? '').split(',').filter((part) => part !== ''))])
  .pipe(z.array(rowId).max(5_000))

/** Permissions of a role: menus, permission codes, and its data rules (contract/20 §2, §3.4). */
export const roleGrantEndpoints = defineEndpoints({
  tree: { method: 'GET', path: '/sys/role/queryTreeList', access: 'system:role:grant', result: grantTree },
  /** Ids of the role's permissions. */
  granted: {
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    access: 'system:role:grant',
    query: z.object({ roleId: rowId }),
    result: z.array(z.string()),
  },
  /** Applies the difference of the two lists: concurrent grants and data rules are kept. */
  save: {
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    access: 'system:role:grant',
    body: z.object({ roleId: rowId, permissionIds: idsText, lastpermissionIds: idsText }),
    result: z.null(),
  },
  /** Rules of a menu, with the role's rules as a comma list; a failure if the menu has none. */
  rules: {
    method: 'GET',
    path: '/sys/role/datarule/:permissionId/:roleId',
    access: 'system:role:grant',
    params: z.object({ permissionId: rowId, roleId: rowId }),
    result: z.object({ datarule: z.array(dataRuleRow), drChecked: z.string().optional() }),
  },
  /** Empty: none of the menu's rules applies to the role. */
  saveRules: {
    method: 'POST',
    path: '/sys/role/datarule',
    access: 'system:role:grant',
    body: z.object({ permissionId: rowId, roleId: rowId, dataRuleIds: idsText }),
    result: z.null(),
  },
})
